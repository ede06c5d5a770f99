import type { EvidenceError, EvidenceReply, ReadText } from './evidence.js';

export interface EvidenceTextOptions {
  /**
   * A BCP 47 tag: the language of the words around what was found. Chinese for `zh` and `zh-…`, English
   * for every other. @default "en"
   */
  language?: string | undefined;
}

/**
 * A reply of `search`, `expand`, `nearby`, `read` or `call` as text for a model or a person, ended by a
 * line end. Each line of a stored text stands behind `> `, so that none can be taken for the words
 * around it; `quoteRef` becomes `same text as …` (`原文同 …`). Throws `invalid_argument` for what is no
 * such reply.
 */
export function evidenceText(
  reply: EvidenceReply | ReadText | EvidenceError,
  options?: EvidenceTextOptions,
): string;
