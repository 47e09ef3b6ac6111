import type { OutputSchema } from '../agent/agent.ts'
import { schemaInWords } from '../diag/target.ts'
import type { JsonObject } from '../ir/json.ts'
import { schemaInstruction } from '../lower/schema-instruction.ts'
import type { HeadTally } from './head.ts'
import { inlineRoot } from './reshape/root.ts'

/** Request for the form of the answer: in a field, as text at the end of the instruction, or not at all. */
export interface AnswerForm<Field> {
  readonly field: Field | null
  readonly words: string | null
}

/** No form is asked for. */
export const anyAnswer: AnswerForm<never> = { field: null, words: null }

/** Why a form goes into no field of a request. */
export interface NoField {
  readonly why: string
  /** Places in the schema that it is about. */
  readonly lost?: readonly string[]
  /** Change that lets a field take the form. */
  readonly help?: string
}

/** A form that no field of the request can hold. */
export function answerInWords(
  { schema }: OutputSchema,
  noField: NoField,
  tally: HeadTally,
): AnswerForm<never> {
  tally.say(schemaInWords(noField))
  return { field: null, words: schemaInstruction(schema) }
}

/** A form with an object at its root, written there if it was only referred to; null for any other. */
export function withObjectRoot(declared: OutputSchema): OutputSchema | null {
  const schema = inlineRoot(declared.schema) as JsonObject
  // A schema that also allows null is not an object alone.
  return schema.type === 'object' && schema.nullable !== true ? { ...declared, schema } : null
}

/** Reason why no field takes a form that is no object at its root. */
export const noObject: NoField = {
  why: 'the provider takes nothing but an object at its root',
  help: "give type: 'object' at the root and put the value under a key of it, and the provider enforces it; or check the answer yourself",
}
