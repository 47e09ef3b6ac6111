import { truncateText } from '../../context/operation/truncate/truncate-text.ts'
import type { Block, Tier } from '../../ir/block.ts'
import { addCounts, zero } from '../../ir/count.ts'
import type { Run } from '../../ir/origin.ts'
import type { CountText } from '../../pass/run-local.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { contextTags } from '../../trust/fence.ts'
import type { Room } from '../contract/room.ts'
import type { BesideText } from '../contract/sources.ts'
import { shrinkTo } from './bounded.ts'
import { type BesidePiece, noBlocks, type PlacedSources } from './placed.ts'

/** Target writer (back end) and token counter for writing context blocks. */
export interface Emitting {
  readonly backEnd: BackEnd
  readonly count: CountText
}

/** Writes texts as user messages in the target's format, between tags that the texts cannot close. */
export function writeContextBlocks(setup: Emitting, texts: readonly BesideText[]): PlacedSources {
  const pieces: BesidePiece[] = []
  const empty: string[] = []
  for (const text of texts) {
    const piece = writeContextBlock(setup, text)
    if (piece === null) empty.push(text.origin)
    else pieces.push(piece)
  }
  return { ...sizeBlocks(pieces), empty }
}

/** Writes a text between its tags, cut to the text's token limit; null if nothing is left. */
function writeContextBlock(setup: Emitting, given: BesideText): BesidePiece | null {
  const { runs, atMost } = given
  if (atMost === null) return blockBetweenTags(setup, given, runs)
  const piece = shrinkTo(
    atMost,
    tokens => blockBetweenTags(setup, given, cutRuns(given, tokens, setup.count)),
    ({ fragment }) => fragment.count.max,
  )
  return piece && { ...piece, isCut: piece.text !== runs.map(([words]) => words).join('') }
}

/** Returns the text of a context block between its tags. */
export function taggedText({ text, from }: Pick<BesidePiece, 'text' | 'from'>): string {
  const { open, close } = contextTags(text, from)
  return open + text + close
}

function blockBetweenTags(
  { backEnd }: Emitting,
  { origin, tier, from, trust }: BesideText,
  runs: readonly Run[],
): BesidePiece | null {
  const text = runs.map(([words]) => words).join('')
  // If the text is empty, its tags are useless, so nothing is written.
  if (text === '') return null
  const { open, close } = contextTags(text, from)
  // The newline gets the origin of the declaration, so that the text is recognized as a context block.
  const whole: Run[] = [[open.slice(0, -1), 'c:fence'], ['\n', origin], ...runs, [close, 'c:fence']]
  const block: Block = {
    unit: -1,
    id: origin,
    role: 'user',
    tier,
    stability: 'volatile',
    trust,
    items: [{ part: { kind: 'text', text: open + text + close }, origin, seq: -1, runs: whole }],
    answers: [],
  }
  return {
    ...{ origin, from, trust, tier, text, isCut: false, found: new Map() },
    fragment: writeBlockFragment(backEnd, block),
  }
}

const writeBlockFragment = (backEnd: BackEnd, block: Block): Fragment =>
  backEnd.unit(block, { reasoning: false, last: true })

/** Returns a text as runs (pieces with one origin), cut to a maximum number of tokens. */
function cutRuns({ runs, origin }: BesideText, tokens: number, count: CountText): readonly Run[] {
  const cut = truncateText(runs.map(([words]) => words).join(''), { tokens, keep: 'head' }, count)
  return cut === null ? runs : [[cut, origin]]
}

/** Concatenates two lists of context blocks. */
export const joinBlocks = (one: PlacedSources, other: PlacedSources): PlacedSources => ({
  ...sizeBlocks([...one.pieces, ...other.pieces]),
  reserve: one.reserve + other.reserve,
})

/** Returns a list of context blocks together with its size. */
export const sizeBlocks = (pieces: readonly BesidePiece[]): PlacedSources => ({
  ...noBlocks,
  pieces,
  count: pieces.reduce((sum, { fragment }) => addCounts(sum, fragment.count), zero),
  messages: pieces.reduce((sum, { fragment }) => sum + fragment.messages.length, 0),
})

const byTier: readonly Exclude<Tier, 'archive'>[] = ['critical', 'important', 'supplementary']

/**
 * Returns the context blocks that fit. Critical blocks are chosen first, then important ones, then supplementary ones.
 */
export function fitBlocks({ pieces, reserve }: PlacedSources, room: Room): PlacedSources {
  const stays = new Set<BesidePiece>()
  let { tokens, messages } = room
  for (const tier of byTier)
    for (const piece of pieces) {
      const { count, messages: made } = piece.fragment
      if (piece.tier !== tier || (tier !== 'critical' && (count.max > tokens || made.length > messages)))
        continue
      stays.add(piece)
      tokens -= count.max
      messages -= made.length
    }
  const kept = sizeBlocks(pieces.filter(piece => stays.has(piece)))
  return { ...kept, reserve: Math.max(0, Math.min(reserve, tokens)) }
}

/** Returns only the critical context blocks. */
export const criticalBlocks = ({ pieces }: PlacedSources): PlacedSources =>
  sizeBlocks(pieces.filter(({ tier }) => tier === 'critical'))
