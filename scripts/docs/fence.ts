/** Fenced block of Markdown. */
export interface Fence {
  readonly language: string
  /** Words after the language in the fence's first line. */
  readonly mark: string
  readonly code: string
  /** Number of the first code line. */
  readonly line: number
  /** Range of the code in the text. */
  readonly at: number
}

/** Lists the fenced blocks of a text, in their order. */
export function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(/^([ \t]*)(`{3,}|~{3,})(.*)\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm)].map(match => {
    const [language = '', ...words] = match[3]!.trim().split(/\s+/)
    const at = match.index + match[0].indexOf('\n') + 1
    return { language, mark: words.join(' '), code: match[4]!, line: lines(text.slice(0, at)) + 1, at }
  })
}

/** Returns the number of line ends in a text. */
export const lines = (text: string): number => text.split('\n').length - 1
