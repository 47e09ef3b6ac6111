import type { Compiled } from '../compile/contract/result.ts'
import type { Written } from './program.ts'
import type { SoundState } from './read-state.ts'
import type { ContextBuildResult, Exclusion, ExclusionReason } from './result.ts'

/** Returns what became of every chunk and child: each id of the state is in one of the lists, once. */
export function fatesOf(
  { chunkIds, chunks }: SoundState,
  { program, events, leading }: Written,
  { ok, ledger }: Compiled,
  before: readonly Exclusion[],
): Pick<ContextBuildResult, 'includedChunkIds' | 'excludedChunkIds' | 'exclusions'> {
  const reasons = new Map<string, ExclusionReason>(before.map(({ id, reason }) => [id, reason]))
  const shown = new Set<string>()
  /** Chunks with words of their own, and those that a renderer showed with their children. */
  const speaking = new Set<string>()
  const rendered = new Set<string>()
  for (const { item, rendered: text } of [...events, ...leading]) {
    speaking.add(item.id)
    if (text !== null) rendered.add(item.id)
  }
  for (const { item, rendered: text } of leading)
    if (!ok) reasons.set(item.id, 'no-request')
    else if (text?.trim() !== '') shown.add(item.id)
  const { rows } = program.session.units
  for (const { from, to, fate, reason } of ledger.rows)
    for (let ordinal = from; ordinal < to; ordinal++)
      for (const seq of rows.seqsOf(ordinal)) {
        const id = events[seq]?.item.id
        if (id === undefined) continue
        if (ok && fate === 'kept') shown.add(id)
        else if (!shown.has(id)) reasons.set(id, reason)
      }
  const includedChunkIds: string[] = []
  const exclusions: Exclusion[] = []
  const seen = new Set<string>()
  const tell = (id: string, isShown: boolean, reason: ExclusionReason): void => {
    if (seen.has(id)) return
    seen.add(id)
    if (isShown) includedChunkIds.push(id)
    else exclusions.push({ id, reason })
  }
  for (const id of chunkIds) {
    const children = chunks.get(id)?.children ?? []
    // A renderer shows a chunk with its children; a chunk without words is shown with any of its children.
    const whole = shown.has(id) && rendered.has(id)
    const [first] = children
    const why = reasons.get(id) ?? (first && reasons.get(first.id)) ?? 'nothing-to-show'
    const isShown = speaking.has(id) ? shown.has(id) : children.some(child => shown.has(child.id))
    tell(id, isShown, why)
    for (const child of children) tell(child.id, whole || shown.has(child.id), reasons.get(child.id) ?? why)
  }
  return { includedChunkIds, excludedChunkIds: exclusions.map(({ id }) => id), exclusions }
}
