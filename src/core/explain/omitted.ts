import type { UnitKind } from '../ir/unit.ts'
import type { Program } from '../program/program.ts'
import type { Glance, OmittedEntry, Source } from './explanation.ts'
import type { RowGroup } from './groups.ts'
import { firstMessage, messageSources } from './sources.ts'
import { reasonWords } from './words.ts'

/** Number of the largest units that an entry lists. */
const shown = 3

/** Makes one entry for units that were dropped for one reason. */
export function omittedEntry(group: RowGroup, ok: boolean, program: Program | undefined): OmittedEntry {
  const [{ fate, reason, edits }] = group
  const base = {
    kind: 'omitted',
    units: group.reduce((sum, { from, to }) => sum + to - from, 0),
    ranges: group.map(({ from, to }) => ({ from, to })),
    tokens: 0,
    max: 0,
    before: group.reduce((sum, row) => sum + row.before, 0),
    share: 0,
    fate,
    edits,
    reason: ok || reason !== 'over-budget' ? reasonWords[reason] : 'no request was made',
    pointer: null,
  } as const
  if (!program) return { ...base, sources: [], roles: {}, calls: [], largest: [] }
  return { ...base, sources: endsOf(group, program), ...groupContents(group, program) }
}

/** Returns the first and the last message of a group. */
function endsOf(group: RowGroup, program: Program): Source[] {
  const first = group[0].from
  const last = (group.at(-1) ?? group[0]).to - 1
  const { rows } = program.session.units
  const begin = [firstMessage(rows.unit(first), program)]
  const end = messageSources(rows.unit(last), program).slice(-1)
  return first === last && begin[0]?.place === end[0]?.place ? begin : [...begin, ...end]
}

/** Returns the roles, the tools and the largest units of a group. */
function groupContents(group: RowGroup, program: Program): Pick<OmittedEntry, 'roles' | 'calls' | 'largest'> {
  const { rows } = program.session.units
  const roles: Partial<Record<UnitKind, number>> = {}
  const calls = new Map<string, number>()
  let largest: number[] = []
  let characters = 0
  for (const ordinal of groupOrdinals(group)) {
    const kind = rows.ownKindOf(ordinal)
    roles[kind] = (roles[kind] ?? 0) + 1
    for (const index of rows.callsOf(ordinal)) {
      const { name } = rows.call(index)
      calls.set(name, (calls.get(name) ?? 0) + 1)
    }
    const size = rows.sizeOf(ordinal)
    characters += size
    const smallest = largest.length < shown ? 0 : rows.sizeOf(largest.at(-1) as number)
    if (size <= smallest) continue
    largest = [...largest, ordinal].sort((a, b) => rows.sizeOf(b) - rows.sizeOf(a)).slice(0, shown)
  }
  // A unit that was not counted gets a share of its group's tokens, in proportion to its length.
  const rate = group.reduce((sum, row) => sum + row.before, 0) / Math.max(1, characters)
  const byCount = [...calls].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
  return { roles, calls: byCount, largest: largest.map(ordinal => unitGlance(ordinal, program, rate)) }
}

function* groupOrdinals(group: RowGroup): Generator<number> {
  for (const { from, to } of group) for (let ordinal = from; ordinal < to; ordinal++) yield ordinal
}

function unitGlance(ordinal: number, program: Program, rate: number): Glance {
  const unit = program.session.units.rows.unit(ordinal)
  const before = Math.ceil(unit.size * rate)
  return { id: unit.id, role: unit.kind, before, source: firstMessage(unit, program) }
}
