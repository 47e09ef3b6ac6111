import { StatementCheck } from '../effect/summarize/check-statement.ts'
import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import { stemOf, wordsOf } from '../text/words.ts'

type Pair = readonly [earlier: SummarizeMessage, later: SummarizeMessage]

/** Returns the pairs of notes that a handler's answer lists under a name; in each pair, the earlier note is first. */
function answeredPairs(value: JsonValue, name: string, notes: readonly SummarizeMessage[]): readonly Pair[] {
  const given = isObject(value) ? value[name] : null
  return (Array.isArray(given) ? given : []).flatMap((pair): Pair[] => {
    if (!Array.isArray(pair) || pair.length !== 2) return []
    const [first, second] = [...(pair as readonly number[])].sort((left, right) => left - right)
    const [earlier, later] = [notes[first as number], notes[second as number]]
    return earlier === undefined || later === undefined || earlier === later ? [] : [[earlier, later]]
  })
}

/** Whether every number, quote and name in one note is also in another. */
const isSupportedBy = ({ text }: SummarizeMessage, other: SummarizeMessage): boolean =>
  new StatementCheck([other]).refusalReason({ text }) === null

/** Returns the share of a note's words that are also in another note, ignoring words without meaning. */
function shareOfWords(note: SummarizeMessage, other: SummarizeMessage): number {
  const stems = new Set(wordsOf(other.text).map(stemOf))
  const words = wordsOf(note.text).map(stemOf)
  return words.length === 0 ? 0 : words.filter(word => stems.has(word)).length / words.length
}

/** Minimum share of a repeated note's words that the later note must have. */
const leastShared = 0.5

/**
 * Returns the indices of the notes that later notes repeat or contradict. A handler names the pairs of such notes; each
 * pair must then pass a check that needs no model.
 */
export const notesToDrop = (value: JsonValue, notes: readonly SummarizeMessage[]): readonly number[] => [
  ...answeredPairs(value, 'same', notes).flatMap(([earlier, later]) =>
    shareOfWords(earlier, later) >= leastShared && isSupportedBy(earlier, later) ? [earlier.seq] : [],
  ),
  ...answeredPairs(value, 'contradictory', notes).flatMap(([earlier, later]) =>
    shareOfWords(earlier, later) > 0 ? [earlier.seq] : [],
  ),
]
