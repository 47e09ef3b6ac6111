import type { Run } from '../../ir/origin.ts'
import type { StringOrigins } from '../../map/origins.ts'

/** Separator between two texts of one message. */
export const separator = '\n\n'

/** A string in an object, and whether the string continues the previous string without a separator. */
export interface JoinedPiece {
  readonly holder: { readonly text: string }
  readonly continues?: boolean
}

/** Returns the pieces (runs) of a string under a key of an object, with their origins. */
export function runsOfString(
  origins: StringOrigins,
  holder: object,
  key: string,
  text: string,
): readonly Run[] {
  const { whole, key: entryOf } = origins.originsIn(holder)
  const entry = entryOf(key) ?? whole ?? 'c:message'
  if (typeof entry === 'string') return [[text, entry]]
  return entry.map(({ start, end, origin }) => [text.slice(start, end), origin])
}

/** Maximum number of characters that a tag can have on either side of a join. */
const tagLength = '</context:'.length

/** Whether two texts form a tag when they are joined, although neither contains a tag. Example: '<con' + 'text:'. */
const makesTag = (left: string, right: string): boolean =>
  /<\/?context:/i.test(left.slice(-tagLength) + right.slice(0, tagLength))

/** Several texts joined into one. */
export interface JoinedText {
  readonly runs: readonly Run[]
  /** Number of separators (blank lines) between the texts. */
  readonly seams: number
  /** The texts in groups. The texts of a group are joined without a separator. */
  readonly groups: readonly (readonly string[])[]
}

/**
 * Joins texts, with a blank line between them. If a text continues the previous text, no blank line is added, unless
 * the two texts would form a tag.
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
    for (const run of runsOfString(origins, holder, 'text', text)) runs.push(run)
    end = (end + text).slice(-tagLength)
  }
  return { runs, seams, groups }
}
