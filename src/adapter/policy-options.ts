import type { Agent } from '../agent/agent.ts'
import type { Compiled } from '../compile/contract/result.ts'
import type { ContextInput } from '../context/policy/built.ts'
import { readPolicy } from '../context/policy/read-policy.ts'
import type { Effects } from '../effect/handler.ts'
import { Path } from '../validate/path.ts'
import type { LaterOutcomes } from './later-outcomes.ts'

/** Options of an adapter for a policy, and for the work that the policy needs. */
export interface PolicyOptions {
  /** Policy for the history, made with the functions of `C`: older messages are compacted, summarized or left out. */
  readonly context?: ContextInput
  /** Handlers of external work, such as summaries by a model. Outcomes are kept in memory for the conversation's next calls. */
  readonly effects?: Effects
  /**
   * Called with the promise of work that goes on after the model answered, which never rejects. Pass the function of that name
   * of a serverless platform, which else stops the work.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** Names of the options. */
export const policyOptions = ['context', 'effects', 'waitUntil'] as const

/** Returns what the policy's option adds to the agent of each call. Throws a TypeError for a malformed policy. */
export function agentPolicy({ context }: PolicyOptions, of: string): Pick<Agent, 'context'> {
  return context === undefined ? {} : { context: readPolicy(context, Path.named(of).in('context')) }
}

/** Starts the work that a compile wants for later, once its model has answered. */
export function startLater(
  result: Compiled,
  later: LaterOutcomes,
  { effects, waitUntil }: PolicyOptions,
): void {
  if (effects === undefined || result.wants.length === 0) return
  const work = later.resolve(result, effects)
  waitUntil?.(work)
}
