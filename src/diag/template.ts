import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** A value that an instruction asks for and that is not there. */
export interface MissingValue {
  /** As it is written. */
  readonly key: string
  /** Where the instruction asks for it. */
  readonly at: string
}

/** The keys, each once. */
const keysOf = (missing: readonly MissingValue[]): readonly string[] => [
  ...new Set(missing.map(({ key }) => key)),
]

const placesOf = (missing: readonly MissingValue[]): readonly string[] => missing.map(({ at }) => at)

const listed = (names: readonly string[]): string => names.map(name => `{${name}}`).join(', ')

/** An instruction asked for what is not there, and shows the braces. */
export const valuesMissing = (agent: string, missing: readonly MissingValue[]): Diagnostic => {
  const names = keysOf(missing)
  return make('CX2001', {
    message: `the instruction of '${agent}' asks for ${listed(names)}, and the state has none of that: it is sent as written`,
    help: `write {${names[0]}?} where it may be missing, {${names[0]}|text} for what stands there then, {{ for a brace`,
    at: placesOf(missing),
    data: { agent, names },
  })
}

/** The same, where the caller wants no request then. */
export const valuesRequired = (agent: string, missing: readonly MissingValue[]): Diagnostic => {
  const names = keysOf(missing)
  return make('CX2002', {
    message: `the instruction of '${agent}' asks for ${listed(names)}, and the state has none of that`,
    help: "set it before, write {key?} where it may be missing, or leave out missing: 'error'",
    at: placesOf(missing),
    data: { agent, names },
  })
}

/** A function that writes an instruction threw, or gave no text. */
export const providerFailed = (at: string, why: string): Diagnostic =>
  make('CX2003', {
    message: `the instruction could not be written: ${why}`,
    at: [at],
    help: "onProviderError: 'empty' compiles without it",
    data: { why },
  })

/** The same, where the caller does without it. */
export const providerSkipped = (at: string, why: string): Diagnostic =>
  make('CX2004', { message: `the instruction is left out: ${why}`, at: [at], data: { why } })
