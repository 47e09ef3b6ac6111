import type { BlockItem } from '../ir/block.ts'
import type { Event } from '../ir/event.ts'
import { eventOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import { textOfPart } from './plain-words.ts'

/** Texts of a message after the operations of a policy, for a message that keeps its other content. */
export interface ShownTexts {
  /** Texts that are shown before and after the message's own content. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Whether the message is shown as it is. */
  readonly isWhole: boolean
  /** Returns the form in which one of the message's own texts is shown. */
  textFor(text: string): string
}

type Piece = Part | ResultContent

const textOf = (part: Piece): string => textOfPart({ part: part as Part, seq: 0, origin: '' })

/**
 * Compares the content of a message with the content that is shown. Returns null if the shown content does not contain
 * a piece of the same kind for each piece of the message, because an operation replaced the whole.
 */
export function shownTexts(given: readonly Piece[], shown: readonly Piece[]): ShownTexts | null {
  const added = shown.length - given.length
  // A mark is added before the content, and the tags of a fence are added around it.
  const from = Math.ceil(added / 2)
  const own = added < 0 ? [] : shown.slice(from, from + given.length)
  // An operation may send other data as a text.
  if (added < 0 || !own.every((piece, index) => piece.kind === given[index]?.kind || piece.kind === 'text'))
    return null
  const texts = new Map(own.map((piece, index) => [textOf(given[index] as Piece), textOf(piece)]))
  return {
    isWhole: added === 0 && [...texts].every(([text, form]) => text === form),
    before: shown.slice(0, from).map(textOf),
    after: shown.slice(from + given.length).map(textOf),
    textFor: text => texts.get(text) ?? text,
  }
}

/** Returns the texts of a user's message after the operations of a policy. */
export function shownMessage(
  { seq, parts }: Pick<Event, 'seq' | 'parts'>,
  items: readonly BlockItem[],
): Pick<ShownTexts, 'textFor'> {
  const shown = new Map(items.map(({ origin, part }) => [origin, part]))
  const texts = new Map(
    parts.flatMap((part, index) => {
      const form = shown.get(eventOrigin(seq, index))
      return part.kind === 'text' && form?.kind === 'text' ? [[part.text, form.text] as const] : []
    }),
  )
  return { textFor: text => texts.get(text) ?? text }
}
