import type { Condition } from '../ir/policy.ts'
import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a condition of a policy that threw or returned a promise, and so counts as false. */
export const conditionFailed = (agent: string, condition: Condition, why: string): Diagnostic =>
  make('CX2005', {
    message: `a condition in the context of '${agent}' failed, so what depends on it is not shown: ${why}`,
    at: ['d:context'],
    help: 'a condition is sync, and may be called with any state: look at a key with state.key?.field',
    data: { agent, condition: typeof condition === 'string' ? condition : condition.name, why },
  })

/** Reports context blocks of a policy that did not fit. */
export const contextLeftOut = (limit: number, origins: readonly string[]): Diagnostic =>
  make('CX4004', {
    message: `${counted(origins.length, 'source')} of the context dropped: with all that must be sent there is no room in ${limit} tokens`,
    at: origins,
    help: "raise budget.input, bound the source with .atMost(tokens), or give what may not be missing .tier('critical')",
    data: { limit, origins },
  })

/** Reports sources whose bound leaves no room for a word between their tags. */
export const contextBoundedAway = (origins: readonly string[]): Diagnostic =>
  make('CX4004', {
    message: `${counted(origins.length, 'source')} of the context dropped: .atMost leaves no room for a word`,
    at: origins,
    help: 'raise .atMost: the tags around a source take some 20 to 40 tokens of it',
    data: { origins },
  })
