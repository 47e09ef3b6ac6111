/** Style of a stretch of text. */
export type Look = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green' | 'cyan' | 'magenta'

/** Gives a text a look; whoever prints knows how. */
export type Paint = (look: Look, text: string) => string

/** No looks at all. */
export const plain: Paint = (_look, text) => text
