import { liveFunctionFailed } from '../../core/diag/live.ts'
import type { Phase, StateText } from '../declare/phase.ts'
import type { Modifier } from '../steering/modifier.ts'
import type { EngineWork } from './work.ts'

/**
 * Calls the functions of an agent and its phase when the phase is entered, and reports those that throw or return no
 * valid value.
 */
export function reportFailingFunctions(work: EngineWork, phase: Phase | null): void {
  const { config, shownView: view } = work
  const reportIfInvalid = (
    what: string,
    write: () => unknown,
    isRight: (value: unknown) => boolean = isTextResult,
  ): void => {
    try {
      if (isRight(write())) return
    } catch {
      // A function that throws is reported like a function without a valid result.
    }
    work.reportDiagnostic(liveFunctionFailed(what, 'it adds no text'))
  }
  const reportIfNotText = (what: string, given: StateText | undefined): void => {
    if (typeof given === 'function') reportIfInvalid(what, () => given(view))
  }
  reportIfNotText(`the instruction of '${config.name}'`, config.instruction)
  if (phase !== null) reportIfNotText(`the instruction of the phase '${phase.name}'`, phase.instruction)
  const modifiers: readonly (readonly [string, readonly Modifier[]])[] = [
    [`'${config.name}'`, config.modifiers],
    [`the phase '${phase?.name}'`, phase?.modifiers ?? []],
  ]
  for (const [owner, all] of modifiers)
    for (const [index, each] of all.entries()) {
      const what = `modifier ${index} of ${owner}`
      if (each.kind === 'when') reportIfInvalid(what, () => each.predicate(view), isBooleanResult)
      if (each.kind === 'context') reportIfInvalid(what, () => each.text(view))
    }
  for (const [key, compute] of Object.entries(config.derived))
    reportIfInvalid(`derived:${key}`, () => compute(work.state.values as typeof view), isNotPromise)
}

const isTextResult = (value: unknown): boolean => typeof value === 'string'
const isBooleanResult = (value: unknown): boolean => typeof value === 'boolean'
const isNotPromise = (value: unknown): boolean => !(value instanceof Promise)
