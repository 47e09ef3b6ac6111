import { sessionSeenBy } from '../../program/seen-by.ts'
import { hasEqualDeclarations } from '../declared/declarations.ts'
import { holdDeclarations } from '../declared/hold.ts'
import { addFences } from '../resolve/fenced.ts'
import { protectResolved } from '../resolve/protected.ts'
import { writeInstructions } from '../resolve/provide.ts'
import { type Resolved, resolveAgent } from '../resolve/resolve.ts'
import type { CompileRound, RoundState } from './round.ts'

/** Calls the functions that write the agent's instructions. They are called once, even if the compile restarts. */
export const providers: CompileRound = {
  waits: true,
  needs: 'providers',
  do: async ({ provided, placed, seen, options }) => ({
    provided: provided ?? (await writeInstructions(placed, seen, options)),
  }),
}

/** Computes the state that the agent reads on its branch. */
export const branches: CompileRound = {
  needs: 'branches',
  do: ({ kept, placed, session, options }) => ({
    seen: sessionSeenBy(kept.program, session, placed, options.run?.branch),
  }),
}

/** Returns the agent with everything that depends on the session and the options, with protected values removed. */
export function resolveState({
  kept,
  placed,
  seen,
  options,
  provided,
  recalled,
  lens,
  protections,
  stored: { units },
  target,
}: RoundState): Resolved {
  const { graph, format, inferred } = kept.program
  const from = { imported: format !== null, provided: provided ?? {}, recalled: recalled.found, inferred }
  const resolved = resolveAgent(graph, placed, seen, options, from)
  // The declarations of an imported request are the caller's own, who appends changes.
  const hold = (agent: Resolved): Resolved => {
    if (format !== null || target === null) return agent
    const model = options.model ?? agent.agent.model ?? null
    const facts = kept.preparations.factsOf(target, model, options.modelRows)
    return holdDeclarations(agent, { log: units.declared, target, facts })
  }
  if (protections.length === 0) return hold(resolved)
  const bare = protectResolved(lens, resolved, recalled.found)
  // Declarations with protected values are never recorded, so their changes are made in the request itself.
  const isClean = bare === resolved || hasEqualDeclarations(bare.agent, resolved.agent)
  const held = isClean ? hold(resolved) : bare
  const safe = held === resolved || held === bare ? bare : protectResolved(lens, held, recalled.found)
  // The signs before the words of external texts are added last. If they were added earlier, detectors could not find
  // values of several words.
  return addFences(protections, safe)
}
