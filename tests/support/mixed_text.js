// Generated text of many scripts: words that people write, marks, joiners, identifiers, and any other
// code point now and then. The counterpart of mixed_text.h, for tests in JavaScript.

import { makeRandom } from './random.js';

const WORDS = (
  'getUserById HTTPServer v2.4.7 deploy C++ don’t café cafe\u0301 Straße İstanbul Ελλάδα Привет ёлка ' +
  'שָׁלוֹם سـلام मेरा น้ำตก ລາວ ខ្មែរ မြန်မာ 한국어 \u1112\u1161\u11ab 漢字 備份 备份数据库 京都の桜 々 〇 𠮷野家 ｶﾞｷﾞ ' +
  'ＡＢＣ１２３ ひらがな カー ٣ Ⅳ ½ ㈠ ﬁ 🎉 👨\u200d👩\u200d👧 retry_with_jitter kettle window garden'
).split(' ');
const MARKS = [...' .-\'/#+!"|`~*()。、¿', '\n', '\u00ad', '\u0301', '\u0640', '\ufe0f'];

/** Text `index`, of up to `pieces` pieces: the same for the same numbers. */
export function mixedText(index, pieces) {
  const below = makeRandom(index + 1);
  const piece = () => {
    const kind = below(16);
    if (kind < 10) return ` ${WORDS[below(WORDS.length)]}`;
    if (kind < 15) return MARKS[below(MARKS.length)];
    return String.fromCodePoint(below(2) === 0 ? 0x20 + below(0x3000) : 0x10000 + below(0x20000));
  };
  return Array.from({ length: 3 + below(pieces - 2) }, piece).join('');
}
