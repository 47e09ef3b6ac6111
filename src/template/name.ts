/** Whether a text is the name of a state key: a letter or `_`, then letters with their marks, digits, `_` and `-`. */
export const isName = (text: string): boolean => beginsName.test(text) && isStep(text)

/** Whether a text is a step of a path: the characters of a name, in any order. */
export const isStep = (text: string): boolean => text !== '' && !outsideName.test(text)

const beginsName = /^[\p{L}_]/u
// Looks for one character that does not belong: no length of text costs a stack. Marks are what Indic vowels are.
const outsideName = /[^\p{L}\p{M}\p{Nd}_-]/u
