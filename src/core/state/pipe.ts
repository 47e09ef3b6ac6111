import type { Diagnostic } from '../diag/diagnostic.ts'
import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { type State, withDelta } from '../session/state.ts'
import { addAll } from '../text/list.ts'
import { type Change, removalChange } from './change.ts'
import type { Piped, Readable } from './compose.ts'
import type { StepData } from './data.ts'
import { defineStep, type StepWork } from './define.ts'
import { ValueSources } from './sources.ts'
import { isStateStep, type StateStep, type StepAbout } from './step.ts'

/**
 * Combines steps into one: each sees the state after the previous step, and together they give one delta. If one fails,
 * nothing changes and later steps do not run. Without steps, nothing happens.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const handOver = S.pipe(S.pick('findings'), S.rename({ findings: 'input' }), S.defaults({ tone: 'dry' }))
 * console.log(applyStep(createSession({ state: { findings: 'f', draft: 'd' } }), handOver).session.state)
 * // { input: 'f', tone: 'dry' }
 */
export function pipe<const Steps extends readonly StateStep[]>(...steps: Readable<Steps>): Piped<Steps> {
  return pipeOf(steps as readonly unknown[]) as unknown as Piped<Steps>
}

/** Symbol under which a pipe stores its steps. */
const inner = Symbol('steps')

interface Pipe extends StateStep {
  readonly [inner]: readonly StateStep[]
}

/**
 * Returns `S.pipe` for a list of steps, which may be too long to spread into a call. A nested pipe is replaced with its
 * steps, so pipes are never nested.
 */
export function pipeOf(list: readonly unknown[]): StateStep {
  for (const [index, step] of list.entries())
    if (!isStateStep(step))
      throw wrongValueError('a result of a function of S', step, Path.named('S.pipe').in(index))
  const all = (list as readonly (StateStep | Pipe)[]).flatMap(step => (inner in step ? step[inner] : step))
  const made = defineStep(
    'pipe',
    all.flatMap(({ flow }) => flow),
    (state, about) => runAll(all, state, about),
    dataOf(all),
  )
  return Object.freeze({ ...made, [inner]: all } satisfies Pipe)
}

/** Returns the steps as plain data; null if one of them has a function. */
function dataOf(all: readonly StateStep[]): StepData | null {
  const steps = all.flatMap(({ data }) => data ?? [])
  return steps.length === all.length ? { kind: 'S.pipe', steps: Object.freeze(steps) } : null
}

function runAll(steps: readonly StateStep[], before: State, about: StepAbout): StepWork {
  let state = before
  const changes: Change[] = []
  const diagnostics: Diagnostic[] = []
  const reads: string[] = []
  const sources = new ValueSources()
  for (const step of steps) {
    const outcome = step.run(state, about)
    addAll(diagnostics, outcome.diagnostics)
    addAll(
      reads,
      outcome.reads.flatMap(key => sources.sourcesOfKey(key).from),
    )
    if (!outcome.ok) break
    addAll(changes, outcome.delta.delete.map(removalChange))
    for (const origin of sources.traceSources(outcome.origins))
      changes.push({ kind: 'set', value: outcome.delta.set[origin.key]!, origin })
    state = withDelta(state, outcome.delta)
  }
  return { changes, diagnostics, reads }
}
