import { defaultPasses } from '../../context/operation/default-passes.ts'
import { assertFunction, type Check, check, oneOf } from '../../form/check.ts'
import { isObject } from '../../ir/json.ts'
import type { FoldPass, LocalPass, Pass, WindowPass } from '../../pass/pass.ts'
import { assertPassResult } from '../../pass/run-local.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { frozenCopy } from '../../state/frozen-copy.ts'
import { reasonOf } from '../../text/reason.ts'

/** Passes by kind. Each kind lists its passes in the order in which they run. */
export interface Schedule {
  readonly local: readonly LocalPass[]
  readonly folds: readonly FoldPass[]
  readonly window: readonly WindowPass[]
}

const methods = { local: ['run'], fold: ['begin', 'step'], window: ['run'] } as const

/** Throws a TypeError unless a value is a list of passes. */
export const assertPasses: Check = (passes, at) => {
  check('a list: [...defaultPasses, yours]', Array.isArray)(passes, at)
  const names = new Set<string>()
  for (const [index, pass] of (passes as readonly unknown[]).entries()) {
    const place = at.in(index)
    if (!isObject(pass) || typeof pass.name !== 'string' || pass.name === '')
      throw place.wrong('must be a pass: { kind, name, run }')
    oneOf(Object.keys(methods))(pass.kind, place.in('kind'))
    for (const method of methods[pass.kind as Pass['kind']]) assertFunction(pass[method], place.in(method))
    if (names.has(pass.name)) throw place.wrong(`is another pass called '${pass.name}'`)
    names.add(pass.name)
  }
}

export const scheduleOf = (passes: readonly Pass[] = defaultPasses): Schedule => ({
  local: passes.filter(pass => pass.kind === 'local'),
  folds: passes.filter(pass => pass.kind === 'fold'),
  window: passes.filter(pass => pass.kind === 'window'),
})

/** Whether a pass was written by the caller and is not one of the default passes. */
export const isOwn = (pass: Pass): boolean => !defaultPasses.includes(pass)

/** States of the fold passes. Each pass folds each event once. */
export class Folds {
  private readonly passes: readonly FoldPass[]
  private readonly states: unknown[]
  private folded = 0
  /** First error that each pass threw, by the pass's name. */
  readonly failed = new Map<string, string>()

  constructor(passes: readonly FoldPass[]) {
    this.passes = passes
    this.states = passes.map(pass => this.tryStep(pass, undefined, () => pass.begin()))
  }

  /** Folds the events that were appended since the previous call of this method, and returns the states by pass. */
  foldNewEvents(session: SessionView): Readonly<Record<string, unknown>> {
    if (this.passes.length > 0)
      for (; this.folded < session.length; this.folded++) {
        // The step gets a frozen copy, so that it cannot change the session.
        const event = frozenCopy(session.event(this.folded))
        for (const [index, pass] of this.passes.entries()) {
          const state = this.states[index]
          this.states[index] = this.tryStep(pass, state, () => pass.step(state, event))
        }
      }
    return Object.fromEntries(this.passes.map(({ name }, index) => [name, this.states[index]]))
  }

  /** Returns the result of a fold step; the old state if the step throws or returns nothing. */
  private tryStep({ name }: FoldPass, state: unknown, step: () => unknown): unknown {
    try {
      const next = step()
      // A state may be null, which means that there is no value yet.
      if (next !== null) assertPassResult(next)
      return next
    } catch (error) {
      if (!this.failed.has(name)) this.failed.set(name, reasonOf(error))
      return state
    }
  }
}
