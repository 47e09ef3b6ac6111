import type { Diagnostic } from '../diag/diagnostic.ts'
import type { State } from '../session/state.ts'
import { type Change, netOf } from './change.ts'
import type { StepData } from './data.ts'
import type { KeyFlow } from './flow.ts'
import type { StateStep, StepAbout } from './step.ts'

/** Changes that a step requests, or a diagnostic of level error, which explains why the step changes nothing. */
export interface StepWork {
  readonly changes?: readonly Change[]
  readonly diagnostics?: readonly Diagnostic[]
  /** Keys that the step read. Keys that do not exist are ignored. */
  readonly reads?: Iterable<string>
}

/** Makes a step from its function, and from its arguments if they are plain data. */
export function defineStep<
  Reads extends string,
  Writes extends string,
  Removes extends string,
  Keeps extends string = string,
>(
  name: string,
  flow: readonly KeyFlow[],
  work: (state: State, about: StepAbout) => StepWork,
  data: StepData | null = null,
): StateStep<Reads, Writes, Removes, Keeps> {
  return Object.freeze({
    kind: 'state' as const,
    name,
    flow: Object.freeze([...flow]),
    data: data && Object.freeze(data),
    run(state: State, about: StepAbout) {
      const { changes = [], diagnostics = [], reads = [] } = work(state, about)
      const ok = diagnostics.every(({ level }) => level !== 'error')
      return Object.freeze({
        ok,
        ...netOf(state, ok ? changes : []),
        diagnostics: Object.freeze([...diagnostics]),
        reads: Object.freeze([...new Set(reads)].filter(key => Object.hasOwn(state, key))),
      })
    },
  })
}
