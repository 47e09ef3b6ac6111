import type { CacheRules } from '../ir/cache.ts'
import type { ModelFacts, ModelFile } from '../ir/model.ts'

/** A model's facts, and whether they are its own or its vendor's safest. */
export interface KnownFacts<Rules> {
  readonly facts: ModelFacts<Rules>
  readonly known: boolean
}

/** The id that the tables use: without cloud prefixes, provider prefixes, a fine-tune's wrapper or a region. */
export function bareModel(model: string): string {
  const path =
    model
      .replace(/^models\//, '')
      .split('/')
      .at(-1) ?? model
  const cloud = path.replace(/^([a-z-]+\.)?(anthropic|openai|google)\./, '').replace(/-v\d+:\d+$|@\d{8}$/, '')
  return cloud.startsWith('ft:') ? (cloud.split(':')[1] ?? cloud) : cloud
}

/** A date or version at the end of an id: the same model, pinned. */
const pinned = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest|\d{4})$/

/** The facts of a model id; of one that is not in the file, the file's safest. */
export function factsOf<Rules>(file: ModelFile<Rules>, model: string | null): KnownFacts<Rules> {
  if (model === null) return { facts: file.unknown, known: false }
  const bare = bareModel(model)
  const find = (id: string) => file.models.find(entry => entry.id === id || entry.aliases?.includes(id))
  const facts = find(bare) ?? find(bare.replace(pinned, ''))
  return facts ? { facts, known: true } : { facts: file.unknown, known: false }
}

/** How the cache of a vendor's model works; null where it has none. */
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
  if (!made.known) return model !== null && bareModel(producer) === bareModel(model)
  return made.facts.family === facts.family
}
