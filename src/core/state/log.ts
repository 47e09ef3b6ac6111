import { stateLogged } from '../diag/state.ts'
import { text } from '../form/check.ts'
import { acceptAnyValue, readOptions } from '../form/options.ts'
import { toJson } from '../text/json.ts'
import { defineStep } from './define.ts'
import { readKeys } from './key.ts'
import type { StateStep } from './step.ts'

/** Options of `S.log`: its label, and the keys that it shows. */
export interface LogOptions {
  /** Text in front of the values; `S.log` by default. */
  readonly label?: string
  /** Keys to report; every key by default. */
  readonly keys?: readonly string[]
}

/**
 * Reports the values of these keys, or of every key, in a diagnostic of level info; changes and prints nothing. The
 * diagnostic shows the first 20 keys, each with the start of its value.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { outcome } = applyStep(createSession({ state: { intent: 'booking' } }), S.log('intent'))
 * console.log(outcome.diagnostics[0]?.notes) // [ 'intent: "booking"' ]
 */
export function log(...about: readonly string[] | readonly [LogOptions]): StateStep<never, never, never> {
  const { label = 'S.log', keys = [] } = optionsOf(about)
  const named = readKeys(keys, 'S.log')
  return defineStep(
    'log',
    named.length === 0
      ? [{ kind: 'read-any', by: 'log' }]
      : named.map(key => ({ kind: 'read', by: 'log', key, need: 'may' })),
    state => {
      const reads = named.length === 0 ? Object.keys(state).sort() : named
      const values = reads.map(key => ({
        key,
        json: Object.hasOwn(state, key) ? toJson(state[key]) : null,
      }))
      return { diagnostics: [stateLogged(label, values)], reads }
    },
    { kind: 'S.log', ...(named.length > 0 && { keys: named }), ...(label !== 'S.log' && { label }) },
  )
}

function optionsOf(about: readonly string[] | readonly [LogOptions]): LogOptions {
  const [first] = about
  return typeof first === 'object' && first !== null
    ? readOptions<LogOptions>({ takes: { label: text, keys: acceptAnyValue } }, first, 'S.log')
    : { keys: about as readonly string[] }
}
