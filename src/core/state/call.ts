import type { Diagnostic } from '../diag/diagnostic.ts'
import { functionThrew, notJson } from '../diag/state.ts'
import type { JsonValue } from '../ir/json.ts'
import { frozenJson } from '../text/json-value.ts'
import { isPromise } from '../text/promise.ts'

/** Value returned by a function of the program, or the diagnostic for a function that threw or returned a promise. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostic: Diagnostic }

/**
 * Calls a function of the program, which may throw or return a promise. `what` describes the function in diagnostics.
 */
export function callProgramFunction(what: string, run: () => unknown): Answer<unknown> {
  try {
    const value = run()
    if (isPromise(value)) return { ok: false, diagnostic: notJson(what, 'is a promise') }
    return { ok: true, value }
  } catch (error) {
    return { ok: false, diagnostic: functionThrew(what, error) }
  }
}

/** Calls a function whose result is stored in the state, so the result must be JSON. */
export function callForJson(what: string, run: () => unknown): Answer<JsonValue> {
  const answer = callProgramFunction(what, run)
  if (!answer.ok) return answer
  try {
    return { ok: true, value: frozenJson(answer.value) }
  } catch (error) {
    return { ok: false, diagnostic: notJson(what, (error as Error).message) }
  }
}
