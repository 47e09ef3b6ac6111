import type { NewBlock, WindowBlock, WindowPass } from '../context/schedule/pass.ts'
import { type Count, plus, zero } from '../ir/count.ts'
import type { Seen } from '../session/seen.ts'
import type { Fragment } from '../target/target.ts'
import { reasonOf } from '../text/reason.ts'
import { type Emitting, emitBeside } from './beside/emit.ts'
import type { Emitted } from './fragments.ts'
import type { History } from './history.ts'

/** What is sent: a unit, or words that are none. */
export interface Sent {
  readonly block: WindowBlock
  readonly fragment: Fragment | Emitted
}

/** What window passes made of what was chosen. */
export interface Windowed {
  readonly fragments: readonly (Fragment | Emitted)[]
  /** What they put in and took away, in tokens. */
  readonly count: Count
  /** Ordinals of units that they left out, by the pass that did. */
  readonly dropped: ReadonlyMap<number, string>
  /** Those of them that may not be. */
  readonly missed: ReadonlyMap<string, readonly string[]>
  /** Passes that threw, and why. */
  readonly failed: ReadonlyMap<string, string>
  /** What each was given, and what it gave. */
  readonly steps: readonly WindowStep[]
}

/** One window pass, and what it did. */
interface WindowStep {
  readonly kind: 'window'
  readonly pass: string
  readonly before: readonly WindowBlock[]
  readonly after: readonly WindowBlock[]
}

const blocks = (sent: readonly Sent[]): WindowBlock[] => sent.map(({ block }) => block)

/** Runs window passes one after the other; one that throws, or gives what is no list, changes nothing. */
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
      const given = pass.run(blocks(sent), { folded, left })
      const next = [...new Set(given)].flatMap(
        (block, index) => known.get(block as WindowBlock) ?? made(block, pass, index, setup),
      )
      for (const { block, fragment } of sent) {
        if (next.some(one => one.block === block)) continue
        if (block.must) missed.set(pass.name, [...(missed.get(pass.name) ?? []), block.id])
        if ('ordinal' in fragment) dropped.set(fragment.ordinal, pass.name)
      }
      steps.push({ kind: 'window', pass: pass.name, before: blocks(sent), after: blocks(next) })
      sent = next
    } catch (error) {
      failed.set(pass.name, reasonOf(error))
    }
  }
  const total = (list: readonly Sent[]): Count =>
    list.reduce((sum, { fragment }) => plus(sum, fragment.count), zero)
  const [before, after] = [total(chosen), total(sent)]
  const count = {
    estimate: after.estimate - before.estimate,
    max: after.max - before.max,
    exact: before.exact && after.exact,
  }
  return { fragments: sent.map(({ fragment }) => fragment), count, dropped, missed, failed, steps }
}

/** Words that a pass puts in; none where it puts in none. */
function made(block: WindowBlock | NewBlock, { name }: WindowPass, index: number, setup: Emitting): Sent[] {
  if (!('text' in block) || typeof block.text !== 'string')
    throw new TypeError('it gave what is neither a block that it was given nor { text }')
  const origin = `d:passes.${name}.${index}`
  const text = {
    origin,
    from: name,
    runs: [[block.text, origin]] as const,
    trust: 'external' as const,
    tier: 'important' as const,
    atMost: null,
  }
  return emitBeside(setup, [text]).pieces.map(({ fragment }) => ({
    block: { id: origin, author: name, tier: 'important', must: false, tokens: fragment.count.max },
    fragment,
  }))
}

/** Units as window passes are shown them. */
export const blocksOf = ({ units }: Seen, { sent, must }: History): Sent[] =>
  sent.map(fragment => ({
    block: {
      id: units.rows.idOf(fragment.ordinal),
      author: units.rows.authorOf(fragment.ordinal),
      tier: units.tierOf(fragment.ordinal),
      must: must.has(fragment.ordinal),
      tokens: fragment.count.max,
    },
    fragment,
  }))
