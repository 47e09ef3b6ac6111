import type { ShownBlock } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
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

/** Text of a block whose source has become empty after an earlier request showed it. */
const emptiedText = 'This is empty now.'

/**
 * Returns the blocks that earlier requests showed behind a unit from `begin` on, oldest first, if the model binds its
 * reasoning to what precedes it.
 */
export function repeatedBlocks(
  setup: Setup,
  { units }: SessionView,
  declared: readonly DeclaredSource[],
  begin: number,
): readonly RepeatedBlock[] {
  const { agent, sight } = setup
  if (!setup.bindsReasoning || declared.length === 0) return []
  // A source that is no longer declared may show what the model must not read any more.
  const sources = new Map(declared.map(one => [one.id, one]))
  const { shown } = units.rows
  const found: RepeatedBlock[][] = []
  for (let index = shown.length - 1; index >= 0; index--) {
    const { seq, agent: to, branch, blocks } = shown[index] as (typeof shown)[number]
    const before = units.rows.firstFrom(seq)
    let after = units.placeBefore(before)
    while (after >= 0 && units.isHidden(after)) after = units.placeBefore(after)
    if (after < begin) break
    if (to !== agent.name || branch !== sight.branch) continue
    found.push(
      blocks.flatMap(block => {
        const source = sources.get(block.source)
        return source === undefined
          ? []
          : writeRepeated(setup, source, block).map(piece => ({
              ...{ after, before, source: source.origin, piece },
            }))
      }),
    )
  }
  return found.reverse().flat()
}

function writeRepeated(
  setup: Setup,
  { origin: declaredAt, tier }: DeclaredSource,
  { from, text, trust }: ShownBlock,
): readonly BesidePiece[] {
  // The origin differs from that of a current block, whose text may change in the next request.
  const origin = declaredAt.replace('d:context.', 'd:shown.')
  const given: BesideText = { origin, from, trust, tier, atMost: null, runs: [[text, origin]] }
  return writeContextBlocks(setup, [given]).pieces
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
