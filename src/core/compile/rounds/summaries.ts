import type { Round } from './round.ts'

/** Begins again with summaries that stand for older units from now on. */
export const summaries: Round = {
  needs: 'policy',
  do: ({ core, isLast }) => ({ again: isLast ? null : (core?.summaries ?? null) }),
}
