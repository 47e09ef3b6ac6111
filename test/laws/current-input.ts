import type { Session } from '../../src/index.ts'

/**
 * Returns the units that are never dropped (DESIGN 2): the last user message and those directly before it, the last unit, any
 * unit of the agent that is still open (of calls in a row, the last), and critical units, or a summary in their place. Units
 * that a summary replaces or a rewind took back are not among them; the summary ends a run of user messages.
 */
export function currentInput(session: Session, agent: string): ReadonlySet<number> {
  const { rows } = session.units
  // Another agent's calls are quoted, so that nobody waits for their results.
  const own = new Set([agent, 'agent', 'assistant'])
  const waits = (ordinal: number): boolean => own.has(rows.authorOf(ordinal))
  const lastCalls = new Map<string, number>()
  for (let ordinal = 0; ordinal < rows.length; ordinal++)
    if (rows.callsOf(ordinal).length > 0 && !rows.isRewound(ordinal))
      lastCalls.set(rows.branchOf(ordinal), ordinal)
  const places = new Set(rows.covers.places().map(([place]) => place))
  const units = Array.from({ length: rows.length }, (_, ordinal) => rows.unit(ordinal))
    .filter(({ ordinal, covered, rewound }) => !rewound && (!covered || places.has(ordinal)))
    .map(unit => ({ ...unit, kind: unit.covered ? ('summary' as const) : unit.kind }))
    .filter(({ ordinal, kind, empty, covered }) => {
      const silent = (kind === 'model' || kind === 'developer') && empty
      return (
        !silent &&
        kind !== 'orphan' &&
        kind !== 'copy' &&
        (kind !== 'summary' || covered || places.has(ordinal))
      )
    })
  const found = new Set(
    units
      .filter(
        ({ ordinal, branch, open, critical, covered }) =>
          !covered && ((open && lastCalls.get(branch) === ordinal && waits(ordinal)) || critical),
      )
      .map(({ ordinal }) => ordinal),
  )
  for (const [, summary] of rows.covers.places()) if (rows.isCritical(summary)) found.add(summary)
  const last = units.at(-1)
  if (last && !last.covered) found.add(last.ordinal)
  const lastUser = units.findLastIndex(({ kind }) => kind === 'user')
  for (let index = lastUser; index >= 0 && units[index]?.kind === 'user'; index--)
    found.add((units[index] as { ordinal: number }).ordinal)
  return found
}
