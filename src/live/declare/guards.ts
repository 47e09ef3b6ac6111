import { valueIn } from '../steering/build-steering-context.ts'
import type { LiveState, Predicate } from '../steering/modifier.ts'
import type { LiveConfig } from './live-config.ts'
import type { Phase, Transition } from './phase.ts'

/** Transition to take, and the guards that threw. */
export interface Taken {
  readonly to: Phase | null
  /** Names of guards that threw, as `PHASE -> TARGET`. */
  readonly failed: readonly string[]
}

export const phaseOf = ({ phases }: LiveConfig, name: string | null): Phase | null =>
  phases.find(each => each.name === name) ?? null

/** Returns the current phase according to a session's state; the first phase if none was entered yet. */
export function currentPhase(config: LiveConfig, state: Readonly<Record<string, unknown>>): Phase | null {
  const current = state['session:phase']
  const known = typeof current === 'string' ? phaseOf(config, current) : null
  return known ?? phaseOf(config, config.initialPhase)
}

/** Returns the phase that follows in the given state; null to stay. A guard that throws counts as false. */
export function nextPhase(config: LiveConfig, current: Phase, state: LiveState): Taken {
  const failed: string[] = []
  const holds = (guard: Predicate | undefined, { to }: Transition): boolean => {
    try {
      const is: unknown = guard === undefined || guard(state)
      // Only `true` and `false` are valid results: a promise or another value counts as a failed guard.
      if (typeof is !== 'boolean') failed.push(`${current.name} -> ${to}`)
      return is === true
    } catch {
      failed.push(`${current.name} -> ${to}`)
      return false
    }
  }
  const transitions = current.terminal === true ? [] : (current.transitions ?? [])
  for (const transition of transitions) {
    const to = phaseOf(config, transition.to)
    if (to !== null && holds(transition.when, transition) && holds(to.guard, transition))
      return { to, failed }
  }
  return { to: null, failed }
}

/** Returns the keys that a phase has yet to gather: missing keys, and keys with null or an empty text. */
export const missingNeeds = ({ needs = [] }: Phase, state: LiveState): readonly string[] =>
  needs.filter(key => [null, ''].includes((valueIn(state, key) ?? null) as string | null))
