// The texts and questions that are measured. Real ones come from ../shared/data beside the checkout
// (its README names the sources and licences; never copied here); elsewhere text is generated.
//
// All ten LoCoMo conversations have 5 882 turns. The development file holds five of them (2 760
// turns), so the base of 5 882 texts is its turns in order, and again with ` again<n>` behind them
// until the number is reached. 99 994 texts = the base 17 times, each with a ` v<n>` suffix.

import { existsSync, readFileSync } from 'node:fs';
import { generatedQuestion, generatedText } from './generated.js';

export const BASE = 5_882;
export const FULL = 99_994;

const DATA = new URL('../../../shared/data/', import.meta.url);

export const hasData = () => existsSync(new URL('locomo-dev.json', DATA));

const readJson = (name) => JSON.parse(readFileSync(new URL(name, DATA), 'utf8'));

function sessionsOf(conversation) {
  const numbers = Object.keys(conversation)
    .map((key) => /^session_(\d+)$/.exec(key)?.[1])
    .filter(Boolean);
  return numbers.map((number) => ({ number, turns: conversation[`session_${number}`] }));
}

const line = (turn) => `${turn.speaker} said, "${turn.text}"`;

const conversationOf = ({ conversation, qa }) => ({ sessions: sessionsOf(conversation), qa });

/** LoCoMo as `[{sessions: [{number, turns}], qa}]`; null without the data. */
export function locomo() {
  return hasData() ? readJson('locomo-dev.json').map(conversationOf) : null;
}

function locomoTexts() {
  return locomo().flatMap(({ sessions }) => sessions.flatMap(({ turns }) => turns.map(line)));
}

function cycled(texts, size, suffix) {
  return Array.from({ length: size }, (_, i) => {
    const round = Math.floor(i / texts.length);
    return texts[i % texts.length] + suffix(round);
  });
}

function locomoCorpus(size) {
  const base = cycled(locomoTexts(), Math.min(size, BASE), (n) => (n ? ` again${n}` : ''));
  return size <= BASE ? base : cycled(base, size, (n) => ` v${n + 1}`);
}

/** `size` texts; `source` is 'locomo' (needs the data) or 'generated'. */
export function texts(source, size) {
  if (source === 'locomo') return locomoCorpus(size);
  return Array.from({ length: size }, (_, i) => generatedText(i));
}

/**
 * `count` whole questions out of `source` for a corpus of `size` texts, beginning at `from`. LoCoMo's
 * are taken in large steps, so that every few of them come from all conversations.
 */
export function questions(source, size, from, count) {
  if (source === 'locomo') {
    const all = locomo().flatMap(({ qa }) => qa.map(({ question }) => question));
    return Array.from({ length: count }, (_, i) => all[((from + i) * 389) % all.length]);
  }
  return Array.from({ length: count }, (_, i) => generatedQuestion(from + i, size).question);
}

const evidenceOf = (qa) => (qa.evidence ?? []).filter((id) => /^D\d+:\d+$/.test(id));

function sessionTask({ sessions, qa }) {
  const place = new Map(sessions.map(({ number }, index) => [number, index]));
  const session = (id) => place.get(id.slice(1).split(':')[0]);
  return {
    documents: sessions.map(({ turns }) => turns.map(line).join('\n')),
    questions: qa.map((one) => [
      one.question,
      [...new Set(evidenceOf(one).map(session))],
      one.category,
    ]),
  };
}

function turnTask({ sessions, qa }) {
  const turns = sessions.flatMap((session) => session.turns);
  const sequences = sessions.flatMap(({ number, turns: inOne }) =>
    inOne.map((_, position) => ({ id: `session ${number}`, position })),
  );
  const place = new Map(turns.map((turn, index) => [turn.dia_id, index]));
  return {
    documents: turns.map(line),
    sequences,
    questions: qa.map((one) => [
      one.question,
      evidenceOf(one).map((id) => place.get(id)),
      one.category,
    ]),
  };
}

function generatedTask(size, count) {
  const asked = Array.from({ length: count }, (_, i) => generatedQuestion(i, size));
  return {
    documents: texts('generated', size),
    questions: asked.map(({ question, evidence }) => [question, evidence]),
  };
}

function xquadTask(language) {
  const { documents, questions: asked } = readJson(`xquad-${language}.json`);
  return { documents, questions: asked.map(([question, index]) => [question, [index]]) };
}

/** The names of the recall tasks that can run here. */
export function recallTasks() {
  if (!hasData()) return ['generated'];
  return ['sessions', 'turns', ...['en', 'zh', 'ru', 'ar', 'th', 'es'].map((l) => `xquad-${l}`)];
}

/**
 * A recall task by name: `{k, parts: [{documents, questions: [[question, [document index]]]}]}`, one
 * part a conversation, each indexed by itself. An index is undefined where the evidence is no document.
 * Questions of LoCoMo have its category behind; turns have `sequences`, a `{id, position}` each.
 */
export function recallTask(name) {
  if (name === 'sessions') return { k: 10, parts: locomo().map(sessionTask) };
  if (name === 'turns') return { k: 10, parts: locomo().map(turnTask) };
  if (name === 'generated') return { k: 10, parts: [generatedTask(1_000, 200)] };
  return { k: 1, parts: [xquadTask(name.slice('xquad-'.length))] };
}
