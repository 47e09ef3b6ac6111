import type { SessionView } from '../../session/unit/session-view.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { digest } from '../../text/digest.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { Room } from '../contract/room.ts'
import { withFillers } from './answers-apart.ts'
import type { Emitted } from './fragments.ts'

/**
 * Step in tokens to which the size of context blocks is rounded up. With this rounding, small changes of the size do
 * not move the beginning of the history.
 */
const step = 256

/** Returns the room that remains for the history after the context blocks. */
export const roomAfterBlocks = (room: Room, { reserve, count, messages: made }: PlacedSources): Room => ({
  ...room,
  tokens: room.tokens - reserve - count.max,
  aim: room.aim === null ? null : room.aim - reserve - count.max,
  messages: room.messages - made,
})

/** Returns the room that remains for the history after the context blocks, whose size is rounded up to whole steps. */
export function roomInSteps(room: Room, beside: PlacedSources): Room {
  const { tokens, aim, ...others } = roomAfterBlocks(room, beside)
  const rounded = Math.ceil(beside.count.max / step) * step - beside.count.max
  return { ...others, tokens: tokens - rounded, aim: aim === null ? null : aim - rounded }
}

/** Inputs for placing context blocks. */
interface Placing {
  readonly session: SessionView
  readonly bindsReasoning: boolean
  readonly backEnd: BackEnd
  readonly beside: PlacedSources
}

/**
 * Returns the conversation unit after which the context blocks are placed; null for the end of the history, where the
 * blocks change no content before them. If the provider binds reasoning to the content before it, the blocks keep their
 * place for a whole turn, after the message that opened the turn.
 */
function unitBeforeBlocks({
  bindsReasoning,
  session: { units },
}: Pick<Placing, 'bindsReasoning' | 'session'>): number | null {
  const last = units.lastShown()
  return bindsReasoning && last >= 0 ? units.openerOf(last) : null
}

/** Returns the sent conversation units, with context blocks and fillers in their places. */
export const withContextBlocks = (
  placing: Placing,
  units: readonly Emitted[],
): readonly (Emitted | Fragment)[] =>
  withFillers(
    placing.backEnd,
    withBlocks(placing, units),
    fragment => 'thinks' in fragment && fragment.thinks,
  )

function withBlocks(placing: Placing, units: readonly Emitted[]): readonly (Emitted | Fragment)[] {
  const blocks = placing.beside.pieces.map(({ fragment }) => fragment)
  if (blocks.length === 0) return units
  const after = unitBeforeBlocks(placing)
  const at = after === null ? -1 : units.findLastIndex(({ ordinal }) => ordinal === after)
  const place = at < 0 ? units.length : at + 1
  return [...units.slice(0, place), ...blocks, ...units.slice(place)]
}

/** Whether context blocks are sent directly after the last unit of the history. */
export function blocksFollow(placing: Placing, last: number): boolean {
  if (placing.beside.messages === 0) return false
  const after = unitBeforeBlocks(placing)
  return after === null || after === last
}

/** Returns a digest of the context blocks and of their place. */
export function placementDigest({ beside, ...placing }: Omit<Placing, 'backEnd'>): string {
  if (!placing.bindsReasoning || beside.pieces.length === 0) return ''
  return digest(
    [String(unitBeforeBlocks(placing)), ...beside.pieces.map(({ text }) => text)].join('\0'),
  ).slice(0, 12)
}
