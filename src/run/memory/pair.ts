import type { FilePart } from '../../core/ir/file.ts'
import type { TextPart } from '../../core/ir/text.ts'
import { OpenCalls } from '../../core/session/unit/open-calls.ts'
import type { RetentionStrategy } from './chunk.ts'
import type { Item } from './item.ts'
import type { ItemShape } from './shape.ts'

/** Call and its result, which are kept or dropped together. */
export interface Pair {
  readonly call: Item
  readonly result: Item
  readonly outcome: 'completed' | 'failed'
}

/** Item of a memory state, and the form in which it is shown. */
export interface ShownItem {
  readonly item: Item
  readonly shape: ItemShape
  /** Content of the item between its tags, as text and files. */
  readonly content: readonly (TextPart | FilePart)[]
  /** Text that a renderer of the program returned for the item; null for none. */
  readonly rendered: string | null
  /** Reason why a renderer of the program failed for the item. The item is then shown in the form of its type. */
  readonly failed?: string
  /** Call and result of an answered call. Both items have the pair, even if only one of them is shown. */
  readonly pair?: Pair
}

/** Pairs calls with results in the items of a whole state. Each paired item gets its `pair`. */
export function pairCallsWithResults(told: readonly ShownItem[]): ShownItem[] {
  const nameOf = (index: number): string => told[index]?.shape.deed?.name ?? ''
  const idOf = (index: number): string => told[index]?.shape.deed?.id ?? ''
  const pairs: Pair[] = []
  const ids = new Set<string>()
  const open = new OpenCalls({
    idOf,
    nameOf,
    isAnswered: index => pairs[index] !== undefined,
    unitOf: () => 0,
  })
  for (const [index, { item, shape }] of told.entries()) {
    const { deed } = shape
    if (deed?.kind === 'call') {
      ids.add(deed.id)
      open.add(index, 0, undefined)
    }
    if (deed?.kind !== 'result') continue
    const call = open.findCallFor(deed.id, deed.name, ids.has(deed.id))
    if (call < 0) continue
    const outcome = deed.failed ? 'failed' : 'completed'
    const pair = { call: (told[call] as ShownItem).item, result: item, outcome } as const
    pairs[call] = pair
    pairs[index] = pair
  }
  return told.map((entry, index) => {
    const pair = pairs[index]
    return pair ? { ...entry, pair } : entry
  })
}

/** Whether an item has a retention class, or is paired with an item that has it. */
const hasRetentionInPair = ({ item, pair }: ShownItem, retention: RetentionStrategy): boolean =>
  item.retention === retention || pair?.call.retention === retention || pair?.result.retention === retention

/** Whether an item is never dropped. */
export const isCritical = (told: ShownItem): boolean => hasRetentionInPair(told, 'CRITICAL')

/** Whether an item is dropped first when the token limit is exceeded. */
export const isDisposable = (told: ShownItem): boolean =>
  !isCritical(told) && hasRetentionInPair(told, 'DISPOSABLE')

/**
 * Whether an item is ephemeral and the agent answered after it. `place` is the position of the agent's last answer.
 * Never true for a pending call.
 */
export function isAnsweredEphemeral(told: ShownItem, place: number): boolean {
  if (isCritical(told) || !hasRetentionInPair(told, 'EPHEMERAL')) return false
  const { item, shape, pair } = told
  return pair ? pair.result.place < place : shape.deed?.kind !== 'call' && item.place < place
}

/** Returns tool results by their calls. Omits a pair if one part is missing or a renderer shows it. */
export function shownResultsByCall(told: readonly ShownItem[]): ReadonlyMap<Item, ShownItem> {
  const entries = new Map(told.map(entry => [entry.item, entry]))
  const links = new Map<Item, ShownItem>()
  for (const { item, pair, rendered } of told) {
    if (pair?.call !== item || rendered !== null) continue
    const result = entries.get(pair.result)
    if (result && result.rendered === null) links.set(item, result)
  }
  return links
}
