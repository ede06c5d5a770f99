// Texts that the cases of every face are tried with.

/** A word of each script, and a text that holds it. */
export const EVERY_SCRIPT = {
  제주도: '제주도 여행 계획',
  пароль: 'Пароль меняется',
  น้ำตก: 'น้ำตกเชียงใหม่',
  अनीता: 'मेरा नाम अनीता',
  كلمة: 'كلمة السر',
  τραπεζα: 'Η τράπεζα κλείνει',
  שלום: 'שלום עולם',
  ქართული: 'ქართული ენა',
  புத்தகம்: 'இது ஒரு புத்தகம்',
  ພາສາ: 'ພາສາລາວ',
  ភាសា: 'ភាសាខ្មែរ',
  ቋንቋ: 'የአማርኛ ቋንቋ',
  cafe: 'Das Café schließt um acht',
  郊游: '今天天气很好，🙋 我们去郊游',
  '𠮷野家': '昼は𠮷野家で食べた',
};

/** Texts that are no Unicode, as strings and as bytes. */
export const BROKEN_TEXTS = [
  Uint8Array.of(0x61, 0x20, 0xff, 0xfe, 0x20, 0xe4, 0xbd, 0x62),
  'x\ud83dy',
  '\udc00',
  'tail\ud800',
  Uint8Array.of(0xed, 0xa0, 0x80, 0x61), // a surrogate in UTF-8
  Uint8Array.of(0xf4, 0x90, 0x80, 0x80, 0x61), // beyond U+10FFFF
];

/** What is stored of one of them. */
export const repairedText = (text) =>
  typeof text === 'string' ? text.toWellFormed() : new TextDecoder().decode(text);

/** Texts that other engines take for a syntax. */
export const OPERATOR_TEXTS = [
  'a multi-agent system',
  'status: done and dusted',
  'timeout "error" in log',
  'retry OR fail',
  'ten GB/s',
  'NEAR( the river',
  'stars a* b*',
  'parentheses ( here )',
  "x' OR 1=1 --",
  'select * from event; drop table event;',
  'col:value ^5',
  '{brace} [bracket]',
  'back\\slash',
  '"quoted phrase"',
];
