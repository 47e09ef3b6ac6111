// An independent implementation of a policy's selection: unit by unit, with everything computed again from the whole session.
import type { Clause, Policy, Selector } from '../../src/core/ir/policy.ts'
import type { Unit } from '../../src/core/ir/unit.ts'
import type { Session } from '../../src/core/session/session.ts'

/**
 * Returns the ordinals of the units that a policy selects, or that are sent under any policy, without units that never show.
 */
export function selectedBy(policy: Policy, session: Session): ReadonlySet<number> {
  const { units } = session
  const all = Array.from({ length: units.rows.length }, (_, ordinal) => units.rows.unit(ordinal))
  const shown = all.filter(({ ordinal }) => !units.rows.isHidden(ordinal))
  const clauses = policy.filter(node => node.kind === 'clause')
  const chosen = clauses.flatMap(clause => chosenBy(clause, shown, session))
  const selected = new Set(chosen.flatMap(({ unit, tier }) => (tier === 'archive' ? [] : [unit.ordinal])))
  // In a row of calls without a result, only those of the branch's last response are still pending.
  const lastCalls = new Map(
    all.filter(({ calls, rewound }) => calls.length > 0 && !rewound).map(unit => [unit.branch, unit.ordinal]),
  )
  const waits = ({ open, branch, ordinal }: Unit): boolean => open && lastCalls.get(branch) === ordinal
  // Messages of other agents are no input of this one: nothing waits for their calls, and no answer to them is needed.
  const isOthers = ({ ordinal, kind }: Unit): boolean => {
    const author = units.rows.authorOf(ordinal)
    return kind === 'model' && author !== 'agent' && author !== 'assistant'
  }
  for (const unit of shown) if (unit.critical || (waits(unit) && !isOthers(unit))) selected.add(unit.ordinal)
  const last = shown.findLast(unit => !isOthers(unit) || unit.critical || selected.has(unit.ordinal))
  if (last) selected.add(last.ordinal)
  for (const unit of lastWords(shown)) selected.add(unit.ordinal)
  return selected
}

const chosenBy = (
  clause: Clause,
  shown: readonly Unit[],
  session: Session,
): { unit: Unit; tier?: string }[] => {
  if (!clause.when.every(key => typeof key === 'string' && session.state[key])) return []
  const own = shown.filter((unit, index) => matches(clause.select, unit, index, shown, session))
  if (own.length === 0 && clause.orElse) return chosenBy(clause.orElse, shown, session)
  return own.map(unit => ({ unit, ...(clause.tier && { tier: clause.tier }) }))
}

/** The last user message and those directly before it. */
function lastWords(shown: readonly Unit[]): Unit[] {
  const end = shown.findLastIndex(({ kind }) => kind === 'user')
  let begin = end
  while (begin > 0 && shown[begin - 1]?.kind === 'user') begin--
  return end < 0 ? [] : shown.slice(begin, end + 1)
}

/** The turn that each unit is in, from 1. */
const turnsOf = (shown: readonly Unit[]): number[] => {
  let turn = 0
  return shown.map(({ kind }, index) => {
    if (kind === 'user' && shown[index - 1]?.kind !== 'user') turn++
    // Messages before the first user message belong to the first turn.
    return Math.max(1, turn)
  })
}

function matches(
  select: Selector,
  unit: Unit,
  index: number,
  shown: readonly Unit[],
  session: Session,
): boolean {
  const turns = turnsOf(shown)
  const count = turns.at(-1) ?? 0
  const within = (newest: number, slack: number): boolean => {
    const passed = Math.max(0, count - newest)
    const first = passed - (passed % Math.max(1, slack))
    return first === 0 || (turns[index] as number) > first
  }
  const said = unit.kind === 'user' || unit.kind === 'developer'
  const author = session.units.rows.authorOf(unit.ordinal)
  switch (select.by) {
    case 'all':
      return true
    case 'none':
      return false
    case 'users':
      return said
    case 'agents':
      return said || select.names.includes(author)
    case 'other-agents':
      return !select.names.includes(author)
    case 'window':
      return within(select.turns, select.slack)
    case 'recent':
      return 0.5 ** ((count - (turns[index] as number)) / select.halfLife) >= select.minScore
    case 'first':
    case 'last': {
      const { of } = select
      const counted = shown.filter(
        one => of === undefined || holds(of, one, session.units.rows.authorOf(one.ordinal), session),
      )
      const place = counted.indexOf(unit)
      if (place < 0 || select.by === 'first') return place >= 0 && place < select.units
      const passed = Math.max(0, counted.length - select.units)
      return place >= passed - (passed % Math.max(1, select.slack))
    }
    case 'where':
      return holds(select.where, unit, author, session)
  }
}

function holds(
  { author, role, type, tag, tool, visibility, id }: Extract<Selector, { by: 'where' }>['where'],
  unit: Unit,
  by: string,
  session: Session,
): boolean {
  const parts = unit.spans.flatMap(({ seq, from, to }) => session.event(seq).parts.slice(from, to))
  const answered = unit.spans.some(({ seq }) => session.event(seq).author === 'tool')
  const isIn = (value: string, given: string | readonly string[] | undefined): boolean =>
    given === undefined || [given].flat().includes(value)
  const roleOf = unit.kind === 'late' || unit.kind === 'orphan' ? 'tool' : unit.kind
  return (
    (isIn(by, author) || (answered && isIn('tool', author))) &&
    (isIn(roleOf, role) || (answered && isIn('tool', role))) &&
    isIn(session.event(Number(unit.id.slice(1).split('.')[0])).visibility ?? 'user', visibility) &&
    (id === undefined || unit.spans.some(({ seq }) => isIn(session.event(seq).id ?? '', id))) &&
    (type === undefined || parts.some(({ kind }) => isIn(kind, type))) &&
    (tag === undefined || parts.some(part => 'tag' in part && part.tag && isIn(part.tag.name, tag))) &&
    (tool === undefined ||
      parts.some(
        part => (part.kind === 'tool-call' || part.kind === 'tool-result') && isIn(part.name ?? '', tool),
      ))
  )
}
