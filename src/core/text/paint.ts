/** Style of a stretch of text. */
export type Look = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green' | 'cyan' | 'magenta'

/** Applies a style to a text; the printer provides it. */
export type Paint = (look: Look, text: string) => string

/** Leaves a text without style. */
export const plain: Paint = (_look, text) => text
