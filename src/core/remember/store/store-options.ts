import { assertEffects } from '../../effect/assert-effects.ts'
import type { EmbedHandler } from '../../effect/handler.ts'
import { fields } from '../../form/check.ts'
import { Path } from '../../form/path.ts'
import { Embedder } from './embedder.ts'

/** Options of a store of memories. */
export interface MemoryStoreOptions {
  /**
   * Handler that makes vectors of memories and queries. They stand for the built-in vectors of words. A text that it fails on is
   * found by its words.
   */
  readonly embed?: EmbedHandler
}

const options = (given: MemoryStoreOptions, at: Path): void => {
  fields({ embed: () => {} })(given, at)
  if (given.embed !== undefined) assertEffects({ embed: given.embed }, at)
}

/** Returns what makes the vectors of a store; null if words decide. Throws a TypeError for a malformed option. */
export function embedderOf(given: MemoryStoreOptions, of: string): Embedder | null {
  options(given, Path.named(of))
  return given.embed === undefined ? null : new Embedder(given.embed)
}
