import { needsProviders, provide } from '../resolve/provide.ts'
import type { Round } from './round.ts'

/** Calls the functions that write the agent's instructions: once, however often one compile begins again. */
export const providers: Round = {
  waits: true,
  needs: ({ provided, placed: { agent, root } }) => provided === null && needsProviders(agent, root),
  do: async ({ placed, seen, options }) => ({ provided: await provide(placed, seen, options) }),
}
