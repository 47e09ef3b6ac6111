import type { CacheRules } from '../ir/cache.ts'
import type { ModelFacts, ModelFile } from '../ir/model.ts'

/** Facts of a model, and whether they are its own or the safest of its vendor. */
export interface KnownFacts<Rules> {
  readonly facts: ModelFacts<Rules>
  readonly known: boolean
}

/**
 * Returns the id that the tables use: in lower case; without prefixes of gateways and providers
 * (`gateway/anthropic/…`), a cloud's prefix, version and variant (`us.anthropic.…-v1:0`, `…@20250929`, `…:thinking`),
 * or a fine-tune's wrapper; with Anthropic's dashes if a gateway writes dots.
 */
export function bareModel(model: string): string {
  const path = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  if (path.startsWith('ft:')) return path.split(':')[1] ?? path
  const bare = path
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|openai|google)\./, '')
    .replace(/@[a-z0-9-]*$/, '')
    .replace(/(?:-v\d+)?:[a-z0-9.-]*$/, '')
  return bare.startsWith('claude-') ? bare.replace(/(\d)\.(?=\d)/g, '$1-') : bare
}

/** Date or version at the end of an id, which pins the model. */
const pinned = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest|\d{4})$/

/** Returns an id without the date of its version: an answer names the version even if the request did not. */
const unpinned = (model: string): string => bareModel(model).replace(pinned, '')

/** Returns the facts of a model id; the file's safest facts for an id that is not in the file. */
export function factsOf<Rules>(file: ModelFile<Rules>, model: string | null): KnownFacts<Rules> {
  if (model === null) return { facts: file.unknown, known: false }
  const bare = bareModel(model)
  const find = (id: string) => file.models.find(entry => entry.id === id || entry.aliases?.includes(id))
  const facts = find(bare) ?? find(bare.replace(pinned, ''))
  return facts ? { facts, known: true } : { facts: file.unknown, known: false }
}

/** Returns the rules of a model's cache at its vendor; null if it has no cache. */
export function cacheRulesOf<Rules>(
  { caching }: ModelFile<Rules>,
  { cache }: ModelFacts<unknown>,
): CacheRules | null {
  const rules = caching.modes[cache.mode]
  if (rules === undefined) return null
  return cache.marks === undefined ? rules : { ...rules, marks: cache.marks }
}

/** Whether two ids name the same model, or models of one family. */
export function sameFamily<Rules>(
  file: ModelFile<Rules>,
  producer: string,
  facts: ModelFacts<Rules>,
  model: string | null,
): boolean {
  const made = factsOf(file, producer)
  if (!made.known) return model !== null && unpinned(producer) === unpinned(model)
  return made.facts.family === facts.family
}
