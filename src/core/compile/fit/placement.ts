import type { SessionView } from '../../session/unit/session-view.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { digest } from '../../text/digest.ts'
import type { BesidePiece, PlacedSources } from '../beside/placed.ts'
import type { RepeatedBlock } from '../beside/repeated.ts'
import type { Room } from '../contract/room.ts'
import { withFillers } from './answers-apart.ts'
import type { Emitted } from './emitted.ts'
import type { Floor } from './provider-compaction.ts'

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
  /** Context blocks that earlier requests showed, oldest first. */
  readonly repeated: readonly RepeatedBlock[]
  /** The provider's compaction from which the history begins; null if there is none. */
  readonly floor: Floor | null
}

/**
 * Returns the conversation unit after which the blocks are placed that do not stand at the end; null for the end of
 * the history, where they change no content before them. If the provider binds reasoning to the content before it,
 * they keep their place for a whole turn, after the message that opened the turn.
 */
function unitBeforeBlocks({
  bindsReasoning,
  session: { units },
}: Pick<Placing, 'bindsReasoning' | 'session'>): number | null {
  const last = units.lastShown()
  return bindsReasoning && last >= 0 ? units.openerOf(last) : null
}

/**
 * Whether a block is shown at the end of a request, and repeated there by later requests. Not repeated are blocks of a
 * request whose last unit waits for a result or a decision.
 */
export function isRepeatable(session: SessionView, piece: BesidePiece): boolean {
  const { units } = session
  return standsAtEnd(session, piece) && !(isSaidLast(session) && units.isGrowing(units.lastShown()))
}

/**
 * Whether a block is shown at the end of a request. Units that a search found are not, nor are blocks of a request
 * whose last unit needs no answer, or holds a provider's part such as a decision on a call, which must come last.
 */
function standsAtEnd(session: SessionView, { found }: BesidePiece): boolean {
  const { units } = session
  const last = units.lastShown()
  return (
    found.size === 0 &&
    !(
      isSaidLast(session) &&
      (units.rows.callsOf(last).length === 0 || (units.isGrowing(last) && units.rows.isOpaque(last)))
    )
  )
}

/** Whether the last unit is the agent's own answer. */
function isSaidLast({ units }: SessionView): boolean {
  const last = units.lastShown()
  return last >= 0 && units.rows.kindOf(last) === 'model' && !units.isForeign(last)
}

/** Returns the repeated blocks that follow a sent unit of a history that begins at `start`. */
export function repeatedIn(
  repeated: readonly RepeatedBlock[],
  sent: readonly { readonly ordinal: number }[],
  start: number,
): readonly RepeatedBlock[] {
  if (repeated.length === 0) return repeated
  const ordinals = new Set(sent.map(({ ordinal }) => ordinal))
  return repeated.filter(({ after }) => after >= start && ordinals.has(after))
}

/** Returns the sent conversation units, with context blocks and fillers in their places. */
export const withContextBlocks = (
  placing: Placing,
  units: readonly Emitted[],
  start: number,
): readonly (Emitted | Fragment)[] =>
  withFillers(
    placing.backEnd,
    withBlocks(placing, units, start),
    fragment => 'thinks' in fragment && fragment.thinks,
  )

function withBlocks(
  placing: Placing,
  units: readonly Emitted[],
  start: number,
): readonly (Emitted | Fragment)[] {
  const { repeated, beside, floor, session } = placing
  if (beside.pieces.length === 0 && repeated.length === 0) return units
  const fragmentsOf = (pieces: readonly BesidePiece[]): Fragment[] => pieces.map(({ fragment }) => fragment)
  const after = unitBeforeBlocks(placing)
  const inTurn = after === null ? [] : beside.pieces.filter(piece => !standsAtEnd(session, piece))
  // Units that the compaction replaces are sent behind the last unit of the floor.
  const orderOf = ({ ordinal }: Emitted): number =>
    floor !== null && ordinal < floor.from ? floor.last : session.units.orderOf(ordinal)
  const opener = units.findLastIndex(({ ordinal }) => ordinal === after)
  const isReplaced = opener < 0 && after !== null && floor !== null && after < floor.from
  const place = isReplaced ? units.findLastIndex(unit => orderOf(unit) <= floor.last) : opener
  const standing = new Map<number, BesidePiece[]>()
  // Newer blocks come first, so each stands at or before the place of the block before it.
  let at = units.length - 1
  for (const { before, piece } of repeatedIn(repeated, units, start).toReversed()) {
    while (at >= 0 && orderOf(units[at] as Emitted) >= before) at--
    standing.set(at, [piece, ...(standing.get(at) ?? [])])
  }
  const placed = units.flatMap((unit, index): (Emitted | Fragment)[] => [
    unit,
    // The first request of the turn showed the blocks of the turn before those at its end.
    ...(index === place ? fragmentsOf(inTurn) : []),
    ...fragmentsOf(standing.get(index) ?? []),
  ])
  const rest = place < 0 ? beside.pieces : beside.pieces.filter(piece => !inTurn.includes(piece))
  return [...placed, ...fragmentsOf(rest)]
}

/** Whether context blocks are sent directly after the last unit of a history that begins at `start`. */
export function blocksFollow(placing: Placing, last: number, start: number): boolean {
  const { beside, repeated } = placing
  if (repeated.some(({ after }) => after === last && after >= start)) return true
  const place = unitBeforeBlocks(placing)
  return beside.pieces.some(
    piece =>
      piece.fragment.messages.length > 0 &&
      (place === null || place === last || standsAtEnd(placing.session, piece)),
  )
}

/** Digests of the context blocks to which reasoning is bound. */
export interface BlocksDigest {
  /** Number of blocks that are repeated, or will be. */
  readonly blocks: number
  /** Digest of these blocks with their places. */
  readonly hash: string
  /** Digest of the blocks that do not stand at the end, and of their place; empty if there are none. */
  readonly inTurn: string
  /** Digest of the blocks at the end that are not repeated; empty if there are none. */
  readonly passing: string
}

/** Returns the digests of a request's context blocks; the first `most` blocks count, by default all. */
export function digestBlocks(
  { beside, ...placing }: Pick<Placing, 'session' | 'beside' | 'bindsReasoning'>,
  standing: readonly RepeatedBlock[],
  most = Number.POSITIVE_INFINITY,
): BlocksDigest {
  if (!placing.bindsReasoning) return { blocks: 0, hash: '', inTurn: '', passing: '' }
  const { session } = placing
  const last = session.units.lastShown()
  const late = beside.pieces.filter(piece => isRepeatable(session, piece))
  const all = [...standing, ...late.map(piece => ({ after: last, piece }))].slice(0, most)
  const others = beside.pieces.filter(piece => !late.includes(piece))
  const textsOf = (atEnd: boolean): string[] =>
    others.flatMap(piece => (standsAtEnd(session, piece) === atEnd ? [piece.text] : []))
  const [inTurn, passing] = [textsOf(false), textsOf(true)]
  return {
    blocks: all.length,
    hash: all.reduce(digestWith, ''),
    inTurn: inTurn.length === 0 ? '' : shortDigest([String(unitBeforeBlocks(placing)), ...inTurn]),
    passing: passing.length === 0 ? '' : shortDigest(passing),
  }
}

/** Digests of blocks with everything before them, by block. */
const knownDigests = new WeakMap<
  BesidePiece,
  { readonly before: string; readonly after: number; readonly hash: string }
>()

/** Returns a digest of blocks together with one more block. The block's text is read only once. */
function digestWith(before: string, { after, piece }: Pick<RepeatedBlock, 'after' | 'piece'>): string {
  const known = knownDigests.get(piece)
  if (known?.before === before && known.after === after) return known.hash
  const hash = shortDigest([before, `${after} ${piece.from} ${piece.text}`])
  knownDigests.set(piece, { before, after, hash })
  return hash
}

const shortDigest = (texts: readonly string[]): string => digest(texts.join('\0')).slice(0, 12)
