import type { Run } from '../../ir/origin.ts'
import type { StringOrigins } from '../../map/origins.ts'

/** Separator between two texts of one message. */
export const separator = '\n\n'

/** A string in an object, and whether it continues the string before it without a break. */
export interface JoinedPiece {
  readonly holder: { readonly text: string }
  readonly continues?: boolean
}

/** Returns the runs of a string under a key. */
export function runsOf(origins: StringOrigins, holder: object, key: string, text: string): readonly Run[] {
  const { whole, key: entryOf } = origins.at(holder)
  const entry = entryOf(key) ?? whole ?? 'c:message'
  if (typeof entry === 'string') return [[text, entry]]
  return entry.map(({ start, end, origin }) => [text.slice(start, end), origin])
}

/** Largest number of characters on one side of a seam that can be part of a tag. */
const tagLength = '</context:'.length

/** Whether two texts form a tag together that neither holds alone: `<con` and `text:`. */
const makesTag = (left: string, right: string): boolean =>
  /<\/?context:/i.test(left.slice(-tagLength) + right.slice(0, tagLength))

/** Texts that were joined to one. */
export interface JoinedText {
  readonly runs: readonly Run[]
  /** Number of blank lines between the texts. */
  readonly seams: number
  /** The texts, in groups without a blank line between them. */
  readonly groups: readonly (readonly string[])[]
}

/**
 * Joins texts, with a blank line before each text that does not continue the one before it, or would form a tag with
 * it.
 */
export function joinPieces(origins: StringOrigins, pieces: readonly JoinedPiece[]): JoinedText {
  const runs: Run[] = []
  const groups: string[][] = []
  let seams = 0
  let end = ''
  for (const { holder, continues } of pieces) {
    const { text } = holder
    if (runs.length > 0 && !(continues && !makesTag(end, text))) {
      runs.push([separator, 'c:join'])
      seams++
      end = ''
      groups.push([])
    }
    if (groups.length === 0) groups.push([])
    groups.at(-1)?.push(text)
    for (const run of runsOf(origins, holder, 'text', text)) runs.push(run)
    end = (end + text).slice(-tagLength)
  }
  return { runs, seams, groups }
}
