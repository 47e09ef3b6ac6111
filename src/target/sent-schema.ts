import { schemaLoosened, schemaReduced } from '../diag/target.ts'
import type { HeadTally } from './head.ts'
import type { Reshaped } from './reshape/reshape.ts'

/** A schema as it is sent. */
export interface SentSchema extends Reshaped {
  readonly strict: boolean
  /** Why it is not strict though that was asked for; empty where it is, or was not. */
  readonly beyond: readonly string[]
}

/** Says in one go what of a schema is lost: its strictness and keywords, or only keywords. */
export function sayLoss({ beyond, lost }: SentSchema, at: string, tally: HeadTally): void {
  if (beyond.length > 0) tally.say(schemaReduced(at, [...beyond, ...lost]))
  else if (lost.length > 0) tally.say(schemaLoosened(at, lost))
}
