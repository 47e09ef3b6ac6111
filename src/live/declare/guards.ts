import { stateValueOf } from '../steering/build-steering-context.ts'
import type { LiveState, Predicate } from '../steering/modifier.ts'
import type { LiveConfig } from './live-config.ts'
import type { Phase, Transition } from './phase.ts'

/** Transition to take, and the conditions that failed. */
export interface Taken {
  readonly to: Phase | null
  /** Conditions that threw or returned no boolean, as `PHASE -> TARGET`. */
  readonly failed: readonly string[]
}

export const findPhase = ({ phases }: LiveConfig, name: string | null): Phase | null =>
  phases.find(each => each.name === name) ?? null

/** Returns the current phase in a session's state. If no phase was entered yet, returns the first phase. */
export function currentPhase(config: LiveConfig, state: Readonly<Record<string, unknown>>): Phase | null {
  const current = state['session:phase']
  const known = typeof current === 'string' ? findPhase(config, current) : null
  return known ?? findPhase(config, config.initialPhase)
}

/** Returns the phase that the state leads to; null to stay. A condition that throws counts as false. */
export function phaseToEnter(config: LiveConfig, current: Phase, state: LiveState): Taken {
  const failed: string[] = []
  const isGuardTrue = (guard: Predicate | undefined, { to }: Transition): boolean => {
    try {
      const is: unknown = guard === undefined || guard(state)
      // Only `true` and `false` are valid results. A promise or another value counts as a failed condition.
      if (typeof is !== 'boolean') failed.push(`${current.name} -> ${to}`)
      return is === true
    } catch {
      failed.push(`${current.name} -> ${to}`)
      return false
    }
  }
  const transitions = current.terminal === true ? [] : (current.transitions ?? [])
  for (const transition of transitions) {
    const to = findPhase(config, transition.to)
    if (to !== null && isGuardTrue(transition.when, transition) && isGuardTrue(to.guard, transition))
      return { to, failed }
  }
  return { to: null, failed }
}

/** Returns the needed keys that a phase has not gathered: they are missing, null or an empty text. */
export const missingNeeds = ({ needs = [] }: Phase, state: LiveState): readonly string[] =>
  needs.filter(key => [null, ''].includes((stateValueOf(state, key) ?? null) as string | null))
