/** Fields of a form: each with its label, a hint, and a place for what is wrong with it. */

import { h } from './dom.js';

/** A field around `input`, which gets the id `field-<name>`; its error stands in `<name>-error`. */
export function field(name, label, input, hint) {
  input.id = `field-${name}`;
  input.name = name;
  input.setAttribute('aria-describedby', `${name}-error ${name}-hint`);
  input.setAttribute('autocomplete', 'off');
  return h(
    'div',
    { class: `field is-${name}` },
    h('label', { for: input.id }, label),
    h('span', { class: 'hint', id: `${name}-hint` }, hint),
    input,
    h('p', { class: 'field-error', id: `${name}-error`, role: 'alert' }),
  );
}

/** A place for what is wrong with a form as a whole. */
export const formError = () => h('p', { class: 'form-error', role: 'alert' });

/**
 * Shows a message at the field `name`, one of `names`, and moves there; or below the form where it is
 * of none; '' takes all away.
 */
export function showError(form, names, name, message) {
  for (const one of names) {
    const isWrong = one === name;
    const input = form.elements[one];
    if (isWrong) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    form.querySelector(`#${one}-error`).textContent = isWrong ? message : '';
  }
  form.querySelector('.form-error').textContent = name ? '' : message;
  if (name) form.elements[name].focus();
}

/** How messages of the engine name a field: "name: must hold …", "category must be …". */
const NAMED = /^(\w+):? /;

/** The field that an error of the engine speaks of, if it is one of `names`. */
export function fieldOf({ message }, names) {
  const [, name] = NAMED.exec(message) ?? [];
  return names.includes(name) ? name : undefined;
}

const withoutField = (message) =>
  message.replace(NAMED, '').replace(/^./, (first) => first.toUpperCase());

/** Shows what the engine refused, at the field that it names where that is one of `names`. */
export function showFailure(form, names, error) {
  const name = fieldOf(error, names);
  showError(form, names, name, name ? withoutField(error.message) : error.message);
}

/** Ctrl+Enter and Cmd+Enter submit a form from any of its fields, those of many lines included. */
export function submitByKey(event) {
  const { key, ctrlKey, metaKey, isComposing, target, currentTarget } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return;
  if (!target.matches('input, textarea')) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
