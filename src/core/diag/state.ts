import { shortenForError } from '../text/columns.ts'
import { formatCount } from '../text/number.ts'
import { reasonOf } from '../text/reason.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Maximum number of values in a log message. */
const valuesShown = 20

const quotedKeys = (keys: readonly string[]): string => keys.map(key => `'${key}'`).join(', ')

export const requiredKeyMissing = (keys: readonly string[]): Diagnostic =>
  make('CX9101', {
    message: `S.require: the state lacks ${formatCount(keys.length, 'required key')}: ${quotedKeys(keys)}`,
    notes: [
      "0, '', false and null count as values; a key is missing if nothing wrote it or a step dropped it",
    ],
    help: 'write the key in an earlier step or agent, or set a default with S.defaults',
    data: { keys },
  })

export const guardNotMet = (guard: string): Diagnostic =>
  make('CX9102', { message: `S.guard: ${guard}`, data: { guard } })

export const functionThrew = (what: string, error: unknown): Diagnostic => {
  const why = shortenForError(reasonOf(error))
  return make('CX9103', {
    message: `${what} threw: ${why}`,
    notes: ['the step changed nothing'],
    help: 'make the function handle every state: any key may be missing',
    data: { function: what, why },
  })
}

export const notJson = (what: string, why: string): Diagnostic =>
  make('CX9104', {
    message: `${what} returned a value that ${shortenForError(why)}`,
    notes: ['the step changed nothing: a state holds only JSON, and steps do not wait for promises'],
    help: 'return a string, a finite number, a boolean, null, or lists and plain objects of these',
    data: { function: what, why: shortenForError(why) },
  })

/** Key for a log message, with its value as JSON; null if the key is missing. */
export interface LoggedValue {
  readonly key: string
  readonly json: string | null
}

export const stateLogged = (label: string, values: readonly LoggedValue[]): Diagnostic => {
  const named = values
    .slice(0, valuesShown)
    .map(({ key, json }) => ({ key: shortenForError(key), json: json && shortenForError(json) }))
  return make('CX9105', {
    message: `${label}: ${formatCount(values.length, 'key')} of the state`,
    notes: [
      ...named.map(({ key, json }) => `${key}: ${json ?? 'absent'}`),
      ...(values.length > valuesShown ? [`and ${formatCount(values.length - valuesShown, 'more key')}`] : []),
    ],
    data: { label, values: named, keys: values.length },
  })
}

export const nothingToCapture = (key: string): Diagnostic =>
  make('CX9106', {
    message: `S.capture: there is no user message to store in '${key}'`,
    help: "append the user's message before the step runs, or set a default with S.defaults",
    data: { key },
  })
