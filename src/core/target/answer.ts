import type { OutputSchema } from '../agent/agent.ts'
import { schemaInWords } from '../diag/target.ts'
import { schemaInstruction } from '../lower/schema-instruction.ts'
import type { HeadTally } from './head.ts'

/**
 * Request for an answer in a given format (a schema). The format may be sent in a request field, as text in the
 * instruction, or not at all.
 */
export interface AnswerForm<Field> {
  readonly field: Field | null
  readonly words: string | null
}

/** Value that is used if a request asks for no answer format. */
export const anyAnswer: AnswerForm<never> = { field: null, words: null }

/** Reason why no request field can express an answer format (a schema). */
export interface NoField {
  readonly why: string
  /** Places in the schema that no request field can express. */
  readonly lost?: readonly string[]
  /** Change to the schema after which a request field could express it. */
  readonly help?: string
}

/** Reports why no request field can express the answer's schema. Returns the schema as text for the instruction. */
export function answerInWords(
  { schema }: OutputSchema,
  noField: NoField,
  tally: HeadTally,
): AnswerForm<never> {
  tally.say(schemaInWords(noField))
  return { field: null, words: schemaInstruction(schema) }
}

/** Returns an answer schema whose root is an object; null for any other schema. */
export function withObjectRoot(declared: OutputSchema): OutputSchema | null {
  const { schema } = declared
  // A schema that also allows null is not returned, because the answer may then be null instead of an object.
  return schema.type === 'object' && schema.nullable !== true ? declared : null
}

/** Reason why no request field can express an answer schema whose root is not an object. */
export const noObject: NoField = {
  why: 'the provider accepts only an object at the root',
  help: "use type: 'object' at the root with the value under a key, so that the provider enforces the schema; or check the answer yourself",
}
