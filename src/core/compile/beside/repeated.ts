import type { ShownBlock } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { PlacedContext } from '../../session/unit/unit-table.ts'
import type { Fragment } from '../../target/target.ts'
import type { Setup } from '../contract/setup.ts'
import type { BesideText, DeclaredSource } from '../contract/sources.ts'
import { writeContextBlocks } from './emit.ts'
import type { BesidePiece } from './placed.ts'

/** Context block that an earlier request showed, and that later requests repeat at its place. */
export interface RepeatedBlock {
  /** Last conversation unit that was shown before the block. */
  readonly after: number
  /** First conversation unit that began after the block was shown. */
  readonly before: number
  /** Origin of the source's declaration, in the current policy. */
  readonly source: string
  readonly piece: BesidePiece
}

/** Blocks of one request that are repeated, in the form of the target. */
interface WrittenBlocks {
  readonly before: number
  readonly blocks: readonly Omit<RepeatedBlock, 'after' | 'before'>[]
}

/** Context blocks that earlier requests showed. They are kept between compiles, so that each is written once. */
export class RepeatedBlocks {
  private known: ReadonlyMap<PlacedContext, WrittenBlocks> = new Map()
  private key = ''

  /**
   * Returns the blocks that earlier requests showed behind a unit from `begin` on, oldest first, if the model binds its
   * reasoning to what precedes it.
   */
  repeatedFrom(
    setup: Setup,
    { units }: SessionView,
    declared: readonly DeclaredSource[],
    begin: number,
  ): readonly RepeatedBlock[] {
    const { agent, sight } = setup
    if (!setup.bindsReasoning || declared.length === 0) return []
    const key = declared.map(({ id, origin, tier }) => `${id} ${origin} ${tier}`).join('\n')
    const known = key === this.key ? this.known : new Map<PlacedContext, WrittenBlocks>()
    // A source that is no longer declared may show what the model must not read any more.
    const sources = new Map(declared.map(one => [one.id, one]))
    const { shown } = units.rows
    const kept = new Map<PlacedContext, WrittenBlocks>()
    const found: RepeatedBlock[][] = []
    for (let index = shown.length - 1; index >= 0; index--) {
      const entry = shown[index] as PlacedContext
      const written = known.get(entry) ?? {
        before: units.rows.firstFrom(entry.seq),
        blocks: entry.blocks.flatMap(block => writeRepeated(setup, sources.get(block.source), block)),
      }
      const { before, blocks } = written
      let after = units.placeBefore(before)
      while (after >= 0 && units.isHidden(after)) after = units.placeBefore(after)
      if (after < begin) break
      if (entry.agent !== agent.name || entry.branch !== sight.branch) continue
      kept.set(entry, written)
      found.push(blocks.map(block => ({ after, before, ...block })))
    }
    Object.assign(this, { known: kept, key })
    return found.reverse().flat()
  }
}

/** Text of a block whose source has become empty after an earlier request showed it. */
const emptiedText = 'This is empty now.'

function writeRepeated(
  setup: Setup,
  source: DeclaredSource | undefined,
  block: ShownBlock,
): WrittenBlocks['blocks'] {
  if (source === undefined || block.text === '') return []
  return [{ source: source.origin, piece: repeatedPiece(setup, source, block) }]
}

/**
 * Returns a block that is written when its fragment is first read, because a compaction may replace what precedes it.
 */
function repeatedPiece(
  setup: Setup,
  { origin: declaredAt, tier }: DeclaredSource,
  { from, text, trust }: ShownBlock,
): BesidePiece {
  // The origin differs from that of a current block, whose text may change in the next request.
  const origin = declaredAt.replace('d:context.', 'd:shown.')
  const given: BesideText = { origin, from, trust, tier, atMost: null, runs: [[text, origin]] }
  let written: Fragment | undefined
  return {
    ...{ origin, from, trust, tier, text, isCut: false, found: new Map() },
    get fragment() {
      written ??= (writeContextBlocks(setup, [given]).pieces[0] as BesidePiece).fragment
      return written
    },
  }
}

/** Returns the newest repeated block of each source. */
export const newestBySource = (blocks: readonly RepeatedBlock[]): ReadonlyMap<string, RepeatedBlock> =>
  new Map(blocks.map(block => [block.source, block]))

/** Whether a repeated block shows the current text of its source. */
export const showsPiece = (
  repeated: RepeatedBlock | undefined,
  { text, from, trust }: BesidePiece,
): boolean =>
  repeated !== undefined &&
  repeated.piece.text === text &&
  repeated.piece.from === from &&
  repeated.piece.trust === trust

/** Returns a text for each source that has become empty after an earlier request showed it. */
export function emptiedSources(
  blocks: readonly RepeatedBlock[],
  declared: readonly DeclaredSource[],
): readonly BesideText[] {
  const newest = newestBySource(blocks)
  return declared.flatMap(({ origin, tier, isEmpty }): readonly BesideText[] => {
    const block = isEmpty ? newest.get(origin) : undefined
    if (block === undefined) return []
    const { from, trust } = block.piece
    return [{ origin, from, trust, tier, atMost: null, runs: [[emptiedText, origin]] }]
  })
}
