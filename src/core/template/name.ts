/** Whether a text is the name of a state key: a letter or `_`, then letters with their marks, digits, `_` and `-`. */
export const isName = (text: string): boolean => beginsName.test(text) && isStep(text)

/** Whether a text is a step of a path: the characters of a name, in any order. */
export const isStep = (text: string): boolean => text !== '' && !outsideName.test(text)

const beginsName = /^[\p{L}_]/u
// The pattern finds one foreign character, so a long text cannot overflow the stack. Marks include vowels of Indic
// scripts.
const outsideName = /[^\p{L}\p{M}\p{Nd}_-]/u
