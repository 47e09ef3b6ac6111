import { embedHandler } from '../../effect/assert-effects.ts'
import type { EmbedHandler } from '../../effect/handler.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import { Embedder } from './embedder.ts'

/** Options of a memory store. */
export interface MemoryStoreOptions {
  /**
   * Handler that computes vectors of memories and queries, used in place of the built-in word vectors. A text for which
   * it fails is found by its words.
   */
  readonly embed?: EmbedHandler
}

const form: OptionsForm<MemoryStoreOptions> = { takes: { embed: embedHandler } }

/** Returns the embedder of a store; null if only words decide. Throws a TypeError for a malformed option. */
export function embedderOf(given: MemoryStoreOptions, of: string): Embedder | null {
  const { embed } = readOptions(form, given, of)
  return embed === undefined ? null : new Embedder(embed)
}
