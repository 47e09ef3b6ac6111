import type { Trust } from '../../ir/trust.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { BesideText } from '../contract/sources.ts'
import { writeContextBlocks } from './emit.ts'
import type { BesidePiece } from './placed.ts'

/** Context block that an earlier request showed, and that later requests repeat at its place. */
export interface RepeatedBlock {
  /** Last conversation unit that was shown before the block. */
  readonly after: number
  /** First conversation unit that began after the block was shown. */
  readonly before: number
  /** Origin of the block's declaration. */
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
  begin: number,
): readonly RepeatedBlock[] {
  const { agent, sight } = setup
  const places = new Set(sight.policy?.sources.map(({ place }) => `d:context.${place}`))
  if (!setup.bindsReasoning || places.size === 0) return []
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
      blocks.flatMap(({ source, from, text, trust }) =>
        places.has(source)
          ? writeRepeated(setup, { source, from, trust }, text).map(piece => ({
              ...{ after, before, source, piece },
            }))
          : [],
      ),
    )
  }
  return found.reverse().flat()
}

function writeRepeated(
  setup: Setup,
  { source, from, trust }: { readonly source: string; readonly from: string; readonly trust: Trust },
  text: string,
): readonly BesidePiece[] {
  // The origin differs from that of a current block, whose text may change in the next request.
  const origin = source.replace('d:context.', 'd:shown.')
  const given: BesideText = { origin, from, trust, tier: 'important', atMost: null, runs: [[text, origin]] }
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
export const emptiedSources = (
  blocks: readonly RepeatedBlock[],
  texts: readonly BesideText[],
): readonly BesideText[] =>
  [...newestBySource(blocks).values()].flatMap(({ source: origin, piece: { from, trust } }) =>
    texts.some(text => text.origin === origin)
      ? []
      : [{ origin, from, trust, tier: 'important', atMost: null, runs: [[emptiedText, origin]] }],
  )
