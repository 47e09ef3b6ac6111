import { AgentLens } from '../agent-lens.ts'
import { nothingRecalled } from '../recall/recall.ts'
import type { ReadySummaries } from '../summary/ready.ts'
import type { Begun, RoundResults, RoundState } from './round.ts'

/** Empty result of a round that appends nothing to the session. */
export const nothingAdded: ReadySummaries = { events: [], diagnostics: [] }

/**
 * Returns the state of a compile before its first round. If the compile was restarted, the state contains the results
 * that are kept.
 */
export const initialState = (begun: Begun, known: Partial<RoundResults> = {}): RoundState => ({
  ...begun,
  ...{
    session: begun.stored,
    seen: begun.stored,
    lens: new AgentLens({ session: begun.stored, guard: null }),
  },
  ...{ provided: null, findings: null, asking: begun.placed.agent, recalled: nothingRecalled },
  ...{ target: null, resolved: null, declared: [], headChange: null, core: null, again: null },
  ...known,
})
