import { schemaLoosened, schemaReduced } from '../diag/target.ts'
import type { Reshaped } from '../schema/reshape/reshape.ts'
import type { HeadTally } from './head.ts'

/** Schema in the form in which it is sent. */
export interface SentSchema extends Reshaped {
  readonly strict: boolean
  /** Reasons why the schema is not strict although a strict schema was requested; empty otherwise. */
  readonly beyond: readonly string[]
}

/** Reports in one diagnostic everything that a schema loses: keywords, and possibly strictness. */
export function sayLoss({ beyond, lost }: SentSchema, at: string, tally: HeadTally): void {
  if (beyond.length > 0) tally.say(schemaReduced(at, [...beyond, ...lost]))
  else if (lost.length > 0) tally.say(schemaLoosened(at, lost))
}
