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

/** Item and the form in which it is shown. */
export interface ShownItem {
  readonly item: Item
  readonly shape: ItemShape
  /** Content between the tags, as text and files. */
  readonly content: readonly (TextPart | FilePart)[]
  /** Text that a renderer of the program returned for the item; null for none. */
  readonly rendered: string | null
  /** Reason why a renderer of the program failed, if one did; the item is then shown by its type. */
  readonly failed?: string
  /** Pair of an answered call, set on both of its items, even if one is not shown. */
  readonly pair?: Pair
}

/** Returns the items of a whole state, with the pair of each call or result that has one. */
export function paired(told: readonly ShownItem[]): ShownItem[] {
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
    const call = open.find(deed.id, deed.name, ids.has(deed.id))
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

/** Whether an item, or the other half of its pair, has a retention class. */
const either = ({ item, pair }: ShownItem, retention: RetentionStrategy): boolean =>
  item.retention === retention || pair?.call.retention === retention || pair?.result.retention === retention

/** Whether an item is never dropped. */
export const isCritical = (told: ShownItem): boolean => either(told, 'CRITICAL')

/** Whether an item is dropped first when the token limit is exceeded. */
export const isDisposable = (told: ShownItem): boolean => !isCritical(told) && either(told, 'DISPOSABLE')

/**
 * Whether an item is ephemeral, and the agent's last answer, at `place`, comes after it. A pending call never counts.
 */
export function isGoneAt(told: ShownItem, place: number): boolean {
  if (isCritical(told) || !either(told, 'EPHEMERAL')) return false
  const { item, shape, pair } = told
  return pair ? pair.result.place < place : shape.deed?.kind !== 'call' && item.place < place
}

/** Returns the results that are shown as results, by call: both items are present, and no renderer handles either. */
export function linksIn(told: readonly ShownItem[]): ReadonlyMap<Item, ShownItem> {
  const entries = new Map(told.map(entry => [entry.item, entry]))
  const links = new Map<Item, ShownItem>()
  for (const { item, pair, rendered } of told) {
    if (pair?.call !== item || rendered !== null) continue
    const result = entries.get(pair.result)
    if (result && result.rendered === null) links.set(item, result)
  }
  return links
}
