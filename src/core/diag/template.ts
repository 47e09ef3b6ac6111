import { oneLine } from '../text/columns.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Missing value for an instruction or for a template of a context. */
export interface MissingValue {
  /** Key as written in the text. */
  readonly key: string
  /** Place of the text or source that uses the value. */
  readonly at: string
  /**
   * Whether the value would be the whole text. Then the text has no placeholder with braces that a message could quote.
   */
  readonly isWhole?: boolean
}

/** Returns each key once. */
const distinctMissingKeys = (missing: readonly MissingValue[]): readonly string[] => [
  ...new Set(missing.map(({ key }) => key)),
]

const missingPlaces = (missing: readonly MissingValue[]): readonly string[] => missing.map(({ at }) => at)

const slotList = (names: readonly string[]): string => names.map(name => `{${name}}`).join(', ')

/** Returns a name for the texts that need the values: an agent's instruction, its context, or both. */
const askingTexts = (missing: readonly MissingValue[]): string => {
  const inContext = missing.filter(({ at }) => at.startsWith('d:context')).length
  if (inContext === 0) return 'the instruction'
  return inContext === missing.length ? 'the context' : 'the instruction and the context'
}

const isArtifact = (key: string): boolean => key.startsWith('artifact.')

const askingSentence = (agent: string, missing: readonly MissingValue[]): string => {
  const who = askingTexts(missing)
  const keys = distinctMissingKeys(missing)
  const lacks = keys.every(isArtifact) ? 'no such artifact was given' : 'the state has no such value'
  return `${who} of '${agent}' ${who.includes(' and ') ? 'ask' : 'asks'} for ${slotList(keys)}, but ${lacks}`
}

/** Returns advice for a text whose value is missing. */
function adviceFor(missing: readonly MissingValue[], unparsed: readonly string[]): string {
  const [asText] = unparsed
  if (asText !== undefined)
    return `'${asText}' holds a text, because the answer of the agent that writes it was no JSON; set the key to the parsed value`
  const inText = missing.find(({ isWhole }) => !isWhole)
  if (inText !== undefined)
    return `set the value, or write {${inText.key}?} if it may be missing, {${inText.key}|text} for a default, {{ for a literal brace`
  const { key = '' } = missing[0] ?? {}
  return isArtifact(key)
    ? 'give the text in the option artifacts, or remove the source'
    : `set the value before the agent runs, or put the source into C.when('${key}', …) if it may be missing`
}

/**
 * Reports missing values of texts and sources. For `unparsed` keys, the template uses a field of the value, but the
 * value is plain text.
 */
export const valuesMissing = (
  agent: string,
  missing: readonly MissingValue[],
  unparsed: readonly string[] = [],
): Diagnostic => {
  const names = distinctMissingKeys(missing)
  return make('CX2001', {
    message: `${askingSentence(agent, missing)}: ${missing.every(({ isWhole }) => isWhole) ? 'the source was dropped' : 'the placeholder is sent as literal text'}`,
    help: adviceFor(missing, unparsed),
    at: missingPlaces(missing),
    data: { agent, names },
  })
}

/** Reports missing values as an error, for a caller who wants no request without them. */
export const valuesRequired = (agent: string, missing: readonly MissingValue[]): Diagnostic => {
  const names = distinctMissingKeys(missing)
  return make('CX2002', {
    message: askingSentence(agent, missing),
    help: "set the value before you compile, write {key?} if it may be missing, or remove missing: 'error'",
    at: missingPlaces(missing),
    data: { agent, names },
  })
}

/** Braces of another template language around the name of a state key. */
export interface Unfilled extends MissingValue {
  /** Placeholder as written, with its braces and spaces. */
  readonly source: string
}

/**
 * Reports double braces around a key, or spaces inside single ones. Other template languages would insert the value
 * there.
 */
export const slotsUnfilled = (agent: string, unfilled: readonly Unfilled[]): Diagnostic => {
  const [name = ''] = distinctMissingKeys(unfilled)
  const sources = [...new Set(unfilled.map(({ source }) => oneLine(source)))]
  return make('CX2008', {
    message: `the instruction of '${agent}' has ${sources.join(', ')}, which is sent as literal text (doubled braces as single ones), although the state has a key of that name`,
    help: `write {${name}} to insert the value`,
    at: missingPlaces(unfilled),
    data: { agent, names: distinctMissingKeys(unfilled) },
  })
}

/** Reports an instruction function that threw or returned no text. */
export const providerFailed = (at: string, why: string): Diagnostic =>
  make('CX2003', {
    message: `the function that writes the instruction failed, so there is no request: ${why}`,
    at: [at],
    help: "make the function handle every state, or use onProviderError: 'empty' to compile without its text",
    data: { why },
  })

/** Reports a function for a context block that threw or returned no text. */
export const blockSkipped = (
  agent: string,
  { at, why }: { readonly at: string; readonly why: string },
): Diagnostic =>
  make('CX2004', {
    message: `a function in the context of '${agent}' failed, so its text was dropped: ${why}`,
    at: [at],
    help: 'return a text or null for every state; read a key that may be missing as state.key?.field',
    data: { agent, why },
  })

/** Reports an instruction function that failed, if the caller accepts a request without its text. */
export const providerSkipped = (at: string, why: string): Diagnostic =>
  make('CX2004', {
    message: `the function that writes the instruction failed, so its text was dropped: ${why}`,
    at: [at],
    help: 'make the function handle every state; read a key that may be missing as state.key?.field',
    data: { why },
  })
