// Texts of a corpus as the items that Loci stores, and back.

const nameOf = (index) => `t${String(index).padStart(6, '0')}`;

/** Text `index` as an item. */
export const itemOf = (content, index) => ({ category: 'turns', name: nameOf(index), content });

/** The index of the text that an item of this name holds. */
export const indexOfName = (name) => Number(name.slice(1));
