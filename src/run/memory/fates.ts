import type { Compiled } from '../../core/compile/contract/result.ts'
import type { StateProgram } from './program.ts'
import type { SoundState } from './read-state.ts'
import type { ContextBuildResult, Exclusion, ExclusionReason } from './result.ts'

/** Items in a compiled request: the ids of the shown items, and a reason for each item that is not shown. */
interface Presence {
  readonly shown: ReadonlySet<string>
  readonly reasons: ReadonlyMap<string, ExclusionReason>
}

function readPresence(
  { program, events, leading }: StateProgram,
  { ok, ledger }: Compiled,
  before: readonly Exclusion[],
): Presence {
  const reasons = new Map<string, ExclusionReason>(before.map(({ id, reason }) => [id, reason]))
  const shown = new Set<string>()
  for (const { item, rendered } of leading)
    if (!ok) reasons.set(item.id, 'no-request')
    else if (rendered?.trim() !== '') shown.add(item.id)
  const { rows } = program.session.units
  for (const { from, to, fate, reason } of ledger.rows)
    for (let ordinal = from; ordinal < to; ordinal++)
      for (const seq of rows.seqsOf(ordinal)) {
        const id = events[seq]?.item.id
        if (id === undefined) continue
        if (ok && fate === 'kept') shown.add(id)
        else if (!shown.has(id)) reasons.set(id, reason)
      }
  return { shown, reasons }
}

/** Returns which chunks and children are shown, and why the others are not. Each id is in one of the two lists. */
export function chunkFates(
  { chunkIds, chunks }: SoundState,
  written: StateProgram,
  compiled: Compiled,
  before: readonly Exclusion[],
): Pick<ContextBuildResult, 'includedChunkIds' | 'excludedChunkIds' | 'exclusions'> {
  const { shown, reasons } = readPresence(written, compiled, before)
  const told = [...written.events, ...written.leading]
  const speaking = new Set(told.map(({ item }) => item.id))
  const rendered = new Set(told.flatMap(({ item, rendered }) => (rendered === null ? [] : item.id)))
  /** Reason for each id that is not shown, and null for each shown id. The first decision for an id counts. */
  const fates = new Map<string, ExclusionReason | null>()
  const decideFate = (id: string, isShown: boolean, reason: ExclusionReason): void => {
    if (!fates.has(id)) fates.set(id, isShown ? null : reason)
  }
  for (const id of chunkIds) {
    const children = chunks.get(id)?.children ?? []
    // A renderer also shows a chunk's children. A chunk without text of its own is shown if any child is shown.
    const whole = shown.has(id) && rendered.has(id)
    const [first] = children
    const why = reasons.get(id) ?? (first && reasons.get(first.id)) ?? 'nothing-to-show'
    decideFate(id, speaking.has(id) ? shown.has(id) : children.some(child => shown.has(child.id)), why)
    for (const child of children)
      decideFate(child.id, whole || shown.has(child.id), reasons.get(child.id) ?? why)
  }
  const exclusions = [...fates].flatMap(([id, reason]) => (reason === null ? [] : [{ id, reason }]))
  return {
    includedChunkIds: [...fates.keys()].filter(id => fates.get(id) === null),
    excludedChunkIds: exclusions.map(({ id }) => id),
    exclusions,
  }
}
