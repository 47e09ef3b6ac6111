import { embedHandler } from '../../effect/assert-effects.ts'
import type { EmbedHandler } from '../../effect/handler.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import { Embedder } from './embedder.ts'

/** Options of a store of memories. */
export interface MemoryStoreOptions {
  /**
   * Handler that makes vectors of memories and queries. They stand for the built-in vectors of words. A text that it fails on is
   * found by its words.
   */
  readonly embed?: EmbedHandler
}

const form: OptionsForm<MemoryStoreOptions> = { takes: { embed: embedHandler } }

/** Returns what makes the vectors of a store; null if words decide. Throws a TypeError for a malformed option. */
export function embedderOf(given: MemoryStoreOptions, of: string): Embedder | null {
  const { embed } = readOptions(form, given, of)
  return embed === undefined ? null : new Embedder(embed)
}
