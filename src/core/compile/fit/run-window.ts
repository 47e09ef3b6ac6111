import { invalidResultError } from '../../form/gave.ts'
import { addCounts, type Count, subtractCounts, zero } from '../../ir/count.ts'
import type { NewBlock, WindowBlock, WindowPass } from '../../pass/pass.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Fragment } from '../../target/target.ts'
import { reasonOf } from '../../text/reason.ts'
import { type Emitting, writeContextBlocks } from '../beside/emit.ts'
import type { BesidePiece, PlacedSources } from '../beside/placed.ts'
import { assertPassBlocks } from './assert-blocks.ts'
import type { History } from './choice.ts'
import type { Emitted } from './emitted.ts'

/** Item of a request: a conversation unit, or text that belongs to no unit. */
export interface Sent {
  readonly block: WindowBlock
  readonly fragment: Fragment | Emitted
  /** Conversation units that the item shows: the unit itself, or the units that a search found for a context block. */
  readonly units: readonly number[]
}

/** Result of running window passes on the chosen history. */
export interface Windowed {
  readonly fragments: readonly (Fragment | Emitted)[]
  /** Tokens that the passes added, minus the tokens that the passes removed. */
  readonly count: Count
  /**
   * Dropped units, each with the name of the pass that dropped it. If a pass dropped a block of found units, its units
   * are included.
   */
  readonly dropped: ReadonlyMap<number, string>
  /** Ids of the required blocks that passes dropped, by pass. */
  readonly missed: ReadonlyMap<string, readonly string[]>
  /** Error messages of the passes that threw, by pass. */
  readonly failed: ReadonlyMap<string, string>
  /** Input and output of each pass. */
  readonly steps: readonly WindowStep[]
}

/** Input and output of one window pass. */
interface WindowStep {
  readonly kind: 'window'
  readonly pass: string
  readonly before: readonly WindowBlock[]
  readonly after: readonly WindowBlock[]
}

/** Returns a frozen copy of a block, because a pass must not change the block's fields in place. */
const freezeBlock = (block: WindowBlock): WindowBlock => Object.freeze(block)

const blocksOfItems = (sent: readonly Sent[]): WindowBlock[] => sent.map(({ block }) => block)

/** Runs window passes one after the other. A pass that throws, or does not return a list of blocks, has no effect. */
export function runWindow(
  passes: readonly WindowPass[],
  chosen: readonly Sent[],
  setup: Emitting,
  folded: Readonly<Record<string, unknown>>,
  left: number | null,
): Windowed {
  const failed = new Map<string, string>()
  const dropped = new Map<number, string>()
  const missed = new Map<string, string[]>()
  const steps: WindowStep[] = []
  let sent = chosen
  for (const pass of passes) {
    try {
      const known = new Map(sent.map(one => [one.block, one]))
      const given = pass.run(blocksOfItems(sent), { folded, left })
      assertPassBlocks(given)
      const next = [...new Set(given)].flatMap(
        (block, index) => known.get(block as WindowBlock) ?? blockFromPass(block, pass, index, setup),
      )
      for (const { block, units } of sent) {
        if (next.some(one => one.block === block)) continue
        if (block.must) missed.set(pass.name, [...(missed.get(pass.name) ?? []), block.id])
        for (const unit of units) dropped.set(unit, pass.name)
      }
      steps.push({ kind: 'window', pass: pass.name, before: blocksOfItems(sent), after: blocksOfItems(next) })
      sent = next
    } catch (error) {
      failed.set(pass.name, reasonOf(error))
    }
  }
  const countOfItems = (list: readonly Sent[]): Count =>
    list.reduce((sum, { fragment }) => addCounts(sum, fragment.count), zero)
  const count = subtractCounts(countOfItems(sent), countOfItems(chosen))
  return { fragments: sent.map(({ fragment }) => fragment), count, dropped, missed, failed, steps }
}

/** Returns the text block that a pass added; nothing for an empty text. Throws if the block is not `{ text }`. */
function blockFromPass(
  block: WindowBlock | NewBlock,
  { name }: WindowPass,
  index: number,
  setup: Emitting,
): Sent[] {
  if (!('text' in block) || typeof block.text !== 'string')
    throw invalidResultError('what is neither a block that it was given nor { text }')
  const origin = `d:passes.${name}.${index}`
  const text = {
    origin,
    from: name,
    runs: [[block.text, origin]] as const,
    trust: 'external' as const,
    tier: 'important' as const,
    atMost: null,
  }
  return writeContextBlocks(setup, [text]).pieces.map(({ fragment }) => ({
    block: freezeBlock({
      id: origin,
      author: name,
      tier: 'important',
      must: false,
      tokens: fragment.count.max,
    }),
    fragment,
    units: [],
  }))
}

/** Returns the chosen conversation units and context blocks in the form that window passes receive. */
export function windowBlocks(
  fragments: readonly (Emitted | Fragment)[],
  { units }: SessionView,
  { required, floor }: History,
  { pieces }: PlacedSources,
): Sent[] {
  const words = new Map<Fragment, BesidePiece>(pieces.map(piece => [piece.fragment, piece]))
  return fragments.flatMap((fragment): Sent[] => {
    const tokens = fragment.count.max
    if ('ordinal' in fragment) {
      const { ordinal } = fragment
      const [id, author] = [units.rows.idOf(ordinal), units.rows.authorOf(ordinal)]
      // The provider's compaction must be kept. Without it, everything that it replaces would be lost.
      const must = required.has(ordinal) || ordinal === floor?.holder
      const block = { id, author, tier: units.tierOf(ordinal), must, tokens }
      return [{ block: freezeBlock(block), fragment, units: [ordinal] }]
    }
    const piece = words.get(fragment)
    if (piece === undefined) return []
    const { origin: id, tier } = piece
    const block = freezeBlock({ id, author: 'context', tier, must: tier === 'critical', tokens })
    return [{ block, fragment, units: [...piece.found.keys()] }]
  })
}
