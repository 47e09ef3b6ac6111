import type { Compiled } from '../compile/result.ts'
import type { Written } from './program.ts'
import type { SoundState } from './read-state.ts'
import type { ContextBuildResult, Exclusion, ExclusionReason } from './result.ts'

/** What became of every chunk and child: each id of the state is in one of the lists, once. */
export function fatesOf(
  { chunkIds, chunks }: SoundState,
  { program, events, leading }: Written,
  { ok, ledger }: Compiled,
  before: readonly Exclusion[],
): Pick<ContextBuildResult, 'includedChunkIds' | 'excludedChunkIds' | 'exclusions'> {
  const reasons = new Map<string, ExclusionReason>(before.map(({ id, reason }) => [id, reason]))
  const shown = new Set<string>()
  for (const { item, rendered } of leading)
    if (!ok) reasons.set(item.id, 'no-request')
    else if (rendered?.trim() !== '') shown.add(item.id)
  const { rows } = program.session.units
  for (const { from, to, fate, reason } of ledger.rows)
    for (let ordinal = from; ordinal < to; ordinal++)
      for (const { seq } of rows.unit(ordinal).spans) {
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
    // A container is where its children are, shown with any of them, unless a renderer told of all at once.
    const whole = shown.has(id)
    const [first] = children
    const why = reasons.get(id) ?? (first && reasons.get(first.id)) ?? 'nothing-to-show'
    tell(id, whole || children.some(child => shown.has(child.id)), why)
    for (const child of children) tell(child.id, whole || shown.has(child.id), reasons.get(child.id) ?? why)
  }
  return { includedChunkIds, excludedChunkIds: exclusions.map(({ id }) => id), exclusions }
}
