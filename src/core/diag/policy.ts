import type { Condition } from '../ir/policy.ts'
import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports a condition of a policy that threw or returned a promise, and therefore counts as false. */
export const conditionFailed = (agent: string, condition: Condition, why: string): Diagnostic =>
  make('CX2005', {
    message: `a condition in the context of '${agent}' failed, so it counts as false: ${why}`,
    at: ['d:context'],
    help: 'return a boolean, not a promise, for every state; read a key that may be missing as state.key?.field',
    data: { agent, condition: typeof condition === 'string' ? condition : condition.name, why },
  })

/** Reports context blocks of a policy that were dropped because they did not fit. */
export const contextLeftOut = (limit: number, origins: readonly string[]): Diagnostic =>
  make('CX4004', {
    message: `${formatCount(origins.length, 'source')} of the context ${origins.length === 1 ? 'was' : 'were'} dropped, because the rest of the request leaves no room within ${formatCount(limit, 'token')}`,
    at: origins,
    help: "raise budget.input, limit the source with .atMost(tokens), or give a source that must not be missing .tier('critical')",
    data: { limit, origins },
  })

/** Reports sources whose token limit leaves no room for text between their tags. */
export const sourceLimitTooSmall = (origins: readonly string[]): Diagnostic =>
  make('CX4004', {
    message: `${formatCount(origins.length, 'source')} of the context ${origins.length === 1 ? 'was' : 'were'} dropped, because .atMost leaves no room for a word`,
    at: origins,
    help: 'raise .atMost: the tags around a source take 20 to 40 tokens of that limit',
    data: { origins },
  })
