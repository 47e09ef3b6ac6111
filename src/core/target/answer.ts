import type { OutputSchema } from '../agent/agent.ts'
import { schemaInWords } from '../diag/target.ts'
import { schemaInstruction } from '../lower/schema-instruction.ts'
import type { HeadTally } from './head.ts'

/** Request for the form of the answer: in a field, as text in the instruction, or not at all. */
export interface AnswerForm<Field> {
  readonly field: Field | null
  readonly words: string | null
}

/** Form of an unrestricted answer: nothing is requested. */
export const anyAnswer: AnswerForm<never> = { field: null, words: null }

/** Reason why no field of a request takes a form. */
export interface NoField {
  readonly why: string
  /** Places in the schema that cause it. */
  readonly lost?: readonly string[]
  /** Change that lets a field take the form. */
  readonly help?: string
}

/** Reports why no field takes a form, and returns the form as text for the instruction. */
export function answerInWords(
  { schema }: OutputSchema,
  noField: NoField,
  tally: HeadTally,
): AnswerForm<never> {
  tally.say(schemaInWords(noField))
  return { field: null, words: schemaInstruction(schema) }
}

/** Returns a form with an object at its root; null for any other form. */
export function withObjectRoot(declared: OutputSchema): OutputSchema | null {
  const { schema } = declared
  // A schema that also allows null is not an object alone.
  return schema.type === 'object' && schema.nullable !== true ? declared : null
}

/** Reason why no field takes a form without an object at its root. */
export const noObject: NoField = {
  why: 'the provider accepts only an object at the root',
  help: "use type: 'object' at the root with the value under a key, so that the provider enforces the schema; or check the answer yourself",
}
