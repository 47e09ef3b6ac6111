import { OpenCalls } from '../session/unit/open-calls.ts'
import type { RetentionStrategy } from './chunk.ts'
import type { Item } from './item.ts'
import type { Pair, ShownItem } from './told.ts'

/** The items of a whole state, each with the pair that it is half of. */
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

/** Whether an item, or the other half of its pair, is kept so. */
const either = ({ item, pair }: ShownItem, retention: RetentionStrategy): boolean =>
  item.retention === retention || pair?.call.retention === retention || pair?.result.retention === retention

/** Whether an item is never left out. */
export const isCritical = (told: ShownItem): boolean => either(told, 'CRITICAL')

/** Whether an item goes when room is short. */
export const isDisposable = (told: ShownItem): boolean => !isCritical(told) && either(told, 'DISPOSABLE')

/** Whether an item goes when the agent has spoken at a place behind it. A call that waits was not answered. */
export function isGoneAt(told: ShownItem, place: number): boolean {
  if (isCritical(told) || !either(told, 'EPHEMERAL')) return false
  const { item, shape, pair } = told
  return pair ? pair.result.place < place : shape.deed?.kind !== 'call' && item.place < place
}

/** The results that are shown in a form of their own, by their calls: both are there, and no renderer told of either. */
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
