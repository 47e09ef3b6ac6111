import type { OutputSchema } from '../agent/agent.ts'
import { schemaInstruction } from '../agent/schema-instruction.ts'
import { schemaInWords } from '../diag/target.ts'
import type { HeadTally } from './head.ts'

/** How a request asks for the form of the answer: in a field, in words at the end of the instruction, or not at all. */
export interface AnswerForm<Field> {
  readonly field: Field | null
  readonly words: string | null
}

/** No form is asked for. */
export const anyAnswer: AnswerForm<never> = { field: null, words: null }

/** A form that no field of the request can hold. */
export function answerInWords(
  { schema }: OutputSchema,
  why: string,
  tally: HeadTally,
  lost: readonly string[] = [],
): AnswerForm<never> {
  tally.say(schemaInWords(why, lost))
  return { field: null, words: schemaInstruction(schema) }
}
