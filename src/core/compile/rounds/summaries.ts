import type { CompileRound } from './round.ts'

/** Begins again with summaries that stand for older units from now on. */
export const summaries: CompileRound = {
  needs: 'policy',
  do: ({ core, isLast }) => ({ again: isLast ? null : (core?.summaries ?? null) }),
}
