import type { Compiled } from '../../core/compile/contract/result.ts'
import { addAll } from '../../core/text/list.ts'
import type { Selection } from './build-options.ts'
import { isAnsweredEphemeral, type Pair, type ShownItem } from './pair.ts'
import type { Exclusion } from './result.ts'

/** Returns the items to show, and a reason for each item that is not shown. */
export function selectItems(
  told: readonly ShownItem[],
  { includeSystem = true, includeEnvironment = true, excludeTypes = [], includeOnlyChunkIds }: Selection,
): { readonly kept: ShownItem[]; readonly excluded: Exclusion[] } {
  const types = new Set<string>(excludeTypes)
  if (!includeSystem) types.add('SYSTEM')
  if (!includeEnvironment) types.add('ENVIRONMENT')
  const only = includeOnlyChunkIds && new Set(includeOnlyChunkIds)
  // A summary is not an answer of the agent, although it comes late in the log.
  const answer = told.findLast(({ shape, item }) => shape.role === 'assistant' && item.covers === null)
  const lastAnswer = answer?.item.place ?? -1
  const kept: ShownItem[] = []
  const excluded: Exclusion[] = []
  for (const entry of told) {
    const { id, chunk } = entry.item
    const isAsked = only === undefined || only.has(id) || only.has(chunk.id)
    if (types.has(chunk.type)) excluded.push({ id, reason: 'excluded-type' })
    else if (!isAsked) excluded.push({ id, reason: 'not-asked-for' })
    else if (isAnsweredEphemeral(entry, lastAnswer)) excluded.push({ id, reason: 'ephemeral' })
    else kept.push(entry)
  }
  return { kept, excluded }
}

/** Tokens reserved for the overhead of a chunk's message. */
const around = 8

/** Items that are kept or dropped together: a single item, or a call with its result. */
type Group = [ShownItem, ...ShownItem[]]

/**
 * Returns the disposable chunks that fit next to all other content: those with the highest priority first, and of
 * equals the newest. Skips each chunk that does not fit. Returns none if the other content already exceeded the limit.
 * `sizeOf` returns tokens.
 */
export function fittingDisposables(
  disposable: readonly ShownItem[],
  { ok, tokens, ledger }: Compiled,
  sizeOf: (told: ShownItem) => number,
): readonly ShownItem[] {
  const isShort = !ok || ledger.rows.some(({ reason }) => reason === 'over-budget')
  if (isShort || tokens.limit === null) return []
  const wanted = groupPairs(disposable)
    .reverse()
    .map(entries => ({ entries, priority: groupPriority(entries) }))
    .sort((left, right) => right.priority - left.priority)
  const fitting: ShownItem[] = []
  let left = tokens.limit - tokens.max
  for (const { entries } of wanted) {
    if (left <= around) break
    const size = entries.reduce((sum, entry) => sum + sizeOf(entry) + around, 0)
    if (size > left) continue
    left -= size
    addAll(fitting, entries)
  }
  return fitting
}

/** Groups the items, so that a call and its result are in one group. */
function groupPairs(disposable: readonly ShownItem[]): Group[] {
  const groups = new Map<Pair | ShownItem, Group>()
  for (const entry of disposable) {
    const key = entry.pair ?? entry
    const known = groups.get(key)
    if (known) known.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()]
}

/** Returns the priority of a group. Of a call and its result, only the disposable ones count, and the lower wins. */
const groupPriority = ([{ item, pair }]: Group): number =>
  (pair ? [pair.call, pair.result] : [item])
    .filter(({ retention }) => retention === 'DISPOSABLE')
    .reduce((least, { priority }) => Math.min(least, priority), Number.POSITIVE_INFINITY)
