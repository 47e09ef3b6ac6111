import { needsProviders } from '../../agent/instruction.ts'
import { hidesValues, isValidation } from '../../ir/protection.ts'
import type { Begun, Wing } from './round.ts'

/** Inputs of a compile, before it is known which optional parts (wings) are needed. */
type Declared = Omit<Begun, 'wings'>

/** Tests, by optional part (wing) of the compiler, whether the declarations of a compile need it. */
const needed: Readonly<Record<Wing, (compile: Declared) => boolean>> = {
  guard: ({ protections }) => protections.some(hidesValues),
  branches: ({ kept }) => kept.program.graph.branches.size > 0,
  providers: ({ placed }) => needsProviders(placed.agent, placed.root),
  validators: ({ protections }) => protections.some(isValidation),
  repetition: ({ protections }) => protections.some(({ distinct }) => distinct !== undefined),
  memories: ({ placed: { agent } }) =>
    agent.context?.some(node => node.kind === 'source' && node.from.source === 'memory') === true,
  effects: ({ options }) => options.effects !== undefined,
  policy: ({ placed, protections }) => placed.agent.context !== undefined || protections.length > 0,
}

/** Returns the optional parts (wings) of the compiler that a compile needs. No code of the other parts runs. */
export const wingsOf = (compile: Declared): ReadonlySet<Wing> =>
  new Set((Object.keys(needed) as Wing[]).filter(wing => needed[wing](compile)))
