import { brief } from '../text/brief.ts'
import { counted } from '../text/number.ts'
import { reasonOf } from '../text/reason.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Most values that a log names. */
const valuesShown = 20

const quoted = (keys: readonly string[]): string => keys.map(key => `'${key}'`).join(', ')

export const requiredKeyMissing = (keys: readonly string[]): Diagnostic =>
  make('CX9101', {
    message: `S.require: ${counted(keys.length, 'key')} ${keys.length === 1 ? 'is' : 'are'} not in the state: ${quoted(keys)}`,
    notes: ["0, '', false and null are values: a key is missing when nothing wrote it, or a step dropped it"],
    help: 'let an earlier step or agent write it, or give it a value with S.defaults',
    data: { keys },
  })

export const guardNotMet = (guard: string): Diagnostic =>
  make('CX9102', { message: `S.guard: ${guard}`, data: { guard } })

export const functionThrew = (what: string, error: unknown): Diagnostic =>
  make('CX9103', {
    message: `${what} threw: ${brief(reasonOf(error))}`,
    notes: ['the step changed nothing'],
    help: 'let the function handle every state that it can be given: any key may be absent',
    data: { function: what },
  })

export const notJson = (what: string, why: string): Diagnostic =>
  make('CX9104', {
    message: `${what} gave a value that ${brief(why)}`,
    notes: ['a state holds JSON, and steps do not wait: the step changed nothing'],
    help: 'give a string, a finite number, a boolean, null, or lists and plain objects of those',
    data: { function: what },
  })

/** Key in a log, with its value as JSON; null if the key is missing. */
export interface LoggedValue {
  readonly key: string
  readonly json: string | null
}

export const stateLogged = (label: string, values: readonly LoggedValue[]): Diagnostic => {
  const named = values
    .slice(0, valuesShown)
    .map(({ key, json }) => ({ key: brief(key), json: json && brief(json) }))
  return make('CX9105', {
    message: `${label}: ${counted(values.length, 'key')} of the state`,
    notes: [
      ...named.map(({ key, json }) => `${key}: ${json ?? 'absent'}`),
      ...(values.length > valuesShown ? [`and ${counted(values.length - valuesShown, 'key')} more`] : []),
    ],
    data: { label, values: named, keys: values.length },
  })
}

export const nothingToCapture = (key: string): Diagnostic =>
  make('CX9106', {
    message: `S.capture: there is no user message whose text could be put into '${key}'`,
    help: "append the user's message before the step runs, or give the key a value with S.defaults",
    data: { key },
  })
