import type { Fragment } from '../../target/target.ts'
import { digest } from '../../text/digest.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { Room } from '../contract/room.ts'
import type { Choice } from './choice.ts'
import type { Earlier } from './earlier.ts'
import type { Emitted } from './fragments.ts'

/** Room is kept in steps of so many tokens, so that words of another length do not move the history. */
const step = 256

/** Returns the room that context blocks leave for the history. */
export const roomBeside = (
  { tokens, messages }: Room,
  { reserve, count, messages: made }: PlacedSources,
): Room => ({
  tokens: tokens - reserve - count.max,
  messages: messages - made,
})

/** The same in steps. */
export const roomInSteps = ({ tokens, messages }: Room, beside: PlacedSources): Room =>
  roomBeside(
    { tokens: tokens + beside.count.max - Math.ceil(beside.count.max / step) * step, messages },
    beside,
  )

/**
 * The unit behind which the words beside the history stand; null for behind everything, where they change nothing
 * before them. Where thoughts are bound to what precedes them, the words stay in one place for a whole turn: behind the
 * message that opened it.
 */
function placeOf({
  bindsReasoning,
  session: { units },
}: Pick<Choice, 'bindsReasoning' | 'session'>): number | null {
  const last = units.lastShown()
  return bindsReasoning && last >= 0 ? units.openerOf(last) : null
}

/** Returns what is sent, with the context blocks in their place. */
export function withBeside(choice: Choice, units: readonly Emitted[]): readonly (Emitted | Fragment)[] {
  const words = choice.beside.pieces.map(({ fragment }) => fragment)
  if (words.length === 0) return units
  const after = placeOf(choice)
  const place = after === null ? units.length : units.findLastIndex(({ ordinal }) => ordinal === after) + 1
  return [...units.slice(0, place), ...words, ...units.slice(place)]
}

/** Tells the words and their place from any other. */
export function placementDigest({
  beside,
  ...choice
}: Pick<Choice, 'bindsReasoning' | 'session' | 'beside'>): string {
  if (!choice.bindsReasoning || beside.pieces.length === 0) return ''
  return digest([String(placeOf(choice)), ...beside.pieces.map(({ text }) => text)].join('\0')).slice(0, 12)
}

/** Whether thoughts may have been made behind other words than stand there now. */
export function changesBeside(choice: Choice, earlier: Earlier | null): boolean {
  const known = earlier?.decisions.find(({ kind }) => kind === 'beside')?.hash ?? ''
  return placementDigest(choice) !== known
}
