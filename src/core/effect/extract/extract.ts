import { schemaProblems } from '../../form/schema-problems.ts'
import type { EffectOutcome } from '../../ir/event.ts'
import { isTooDeep } from '../../text/depth.ts'
import { parseFencedJson } from '../../text/json.ts'
import { callHandler } from '../call-handler.ts'
import type { EffectOf } from '../effect.ts'
import type { ExtractHandler, ExtractInput } from './handler.ts'

/** Calls a handler to extract one value; no outcome if the signal is aborted. Never throws. */
export const callExtract = (
  want: EffectOf<'extract'>,
  handler: ExtractHandler,
  signal: AbortSignal,
): Promise<EffectOutcome[]> => callHandler(want, handler, signal, made => readValue(made, want.input))

/** Checks the value that a handler returned, and returns the value to store. */
function readValue(made: unknown, { schema }: ExtractInput): unknown {
  const isJson = typeof made === 'string' && schema.type !== 'string'
  const value = isJson ? parseFencedJson(made) : asPlainJson(made)
  if (value === undefined) throw new Error(isJson ? 'it gave a text that is no JSON' : 'it gave no value')
  if (isTooDeep(value)) throw new Error('it gave a value that is nested too deeply')
  const problems = schemaProblems(value, schema)
  if (problems.length > 0) throw new Error(`its value is not what the schema allows: ${problems.join('; ')}`)
  return value
}

/** Returns a value in the form that it has in JSON. Throws if JSON cannot express it. */
function asPlainJson(made: unknown): unknown {
  if (isTooDeep(made)) throw new Error('it gave a value that is nested too deeply')
  const text = JSON.stringify(made)
  return text === undefined ? undefined : JSON.parse(text)
}
