import type { Round } from './round.ts'

/** Begins again with summaries that stand for older units from now on. */
export const summaries: Round = {
  needs: ({ core, isLast }) => !isLast && core !== null && core.summaries !== null,
  do: ({ core }) => ({ again: core?.summaries ?? null }),
}
