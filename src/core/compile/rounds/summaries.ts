import type { CompileRound } from './round.ts'

/** Restarts the compile with summaries that replace older units from now on. */
export const summaries: CompileRound = {
  needs: 'policy',
  do: ({ core, isLast }) => ({ again: isLast ? null : (core?.summaries ?? null) }),
}
