import { writeInstructions } from '../resolve/provide.ts'
import type { CompileRound } from './round.ts'

/** Calls the functions that write the agent's instructions, once for all restarts of a compile. */
export const providers: CompileRound = {
  waits: true,
  needs: 'providers',
  do: async ({ provided, placed, seen, options }) => ({
    provided: provided ?? (await writeInstructions(placed, seen, options)),
  }),
}
