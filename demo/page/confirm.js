/** A question with two answers, as a modal dialog of the browser's own. */

import { byId } from './dom.js';

/** Resolves to whether the person chose `action`; Escape and Cancel are no. */
export function confirm(title, question, action) {
  const dialog = byId('confirm');
  byId('confirm-title').textContent = title;
  byId('confirm-question').textContent = question;
  byId('confirm-action').textContent = action;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
