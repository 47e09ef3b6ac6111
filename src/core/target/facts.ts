import type { CacheRules, Caching } from '../ir/cache.ts'
import type { CacheFacts, ModelEntry, ModelFacts, ModelFile, ModelRow } from '../ir/model.ts'
import { bareModel, undatedModelId } from '../vendor/rows/bare-model.ts'
import { vendorOf, vendors } from '../vendor/rows/vendors.ts'
import openFile from './open/models.json' with { type: 'json' }
import { laidOver } from './rows/laid-over.ts'
import { rowsFor } from './rows/row-for.ts'

/**
 * Facts about a model, and whether the model has a row of its own. Without one, these are facts that are safe for any
 * model of the vendor.
 */
export interface KnownFacts<Rules> {
  readonly facts: ModelFacts<Rules>
  readonly known: boolean
}

/** Rows of models that several vendors serve, or whose vendor has no API in this package. */
const open = openFile as unknown as { readonly caching: Caching; readonly models: readonly ModelRow[] }

/**
 * Returns the facts about a model id. For an id without a row, returns the safe facts of the table. `given` contains
 * the caller's rows, whose fields take precedence.
 */
export const modelFactsOf = <Rules>(
  file: Pick<ModelFile<Rules>, 'models' | 'unknown'>,
  model: string | null,
  given: readonly ModelRow[] = [],
): KnownFacts<Rules> => {
  if (model === null) return { facts: file.unknown, known: false }
  const rows = given.length === 0 ? given : rowsFor(given, model)
  const like = rows.findLast(row => row.like !== undefined)?.like ?? model
  return rows.reduce(
    ({ facts, known }, row) => ({ facts: laidOver(facts, known, vendorOf(model), row), known: true }),
    packageModelFacts(file, like),
  )
}

/** Returns the facts about a model from the package's own rows. */
function packageModelFacts<Rules>(
  { models, unknown }: Pick<ModelFile<Rules>, 'models' | 'unknown'>,
  model: string,
): KnownFacts<Rules> {
  const own = findModelEntry(models, model)
  if (own !== undefined) return { facts: own, known: true }
  const shared = findModelEntry(open.models, model)
  return shared === undefined
    ? { facts: unknown, known: false }
    : { facts: laidOver(unknown, false, vendorOf(model), shared), known: true }
}

/** Returns the table row whose id or alias names the model. */
function findModelEntry<Row extends Pick<ModelEntry<unknown>, 'aliases'> & { readonly id?: string }>(
  rows: readonly Row[],
  model: string,
): Row | undefined {
  const findById = (id: string) => rows.find(entry => entry.id === id || entry.aliases?.includes(id))
  return findById(bareModel(model)) ?? findById(undatedModelId(model))
}

/** Returns the vendor's cache rules for a model; null if the model has no cache. */
export function cacheRulesOf<Rules>(
  file: ModelFile<Rules>,
  { cache, vendor }: ModelFacts<unknown>,
): CacheRules | null {
  const { modes } = vendor === file.unknown.vendor ? file.caching : open.caching
  return rulesOfCacheMode(modes, cache)
}

/** Returns the cache rules for a model whose vendor has no API in this package; null if none are known. */
export const openCache = ({ cache, vendor }: ModelFacts<unknown>): CacheRules | null =>
  vendor === 'unknown' || Object.hasOwn(vendors, vendor) ? null : rulesOfCacheMode(open.caching.modes, cache)

function rulesOfCacheMode(modes: Caching['modes'], cache: CacheFacts): CacheRules | null {
  const rules = modes[cache.mode]
  if (rules === undefined) return null
  const { marks = rules.marks, step = rules.step } = cache
  return { ...rules, marks, step }
}

/** Whether two ids name one model or two models of one family. */
export function sameFamily<Rules>(
  file: ModelFile<Rules>,
  producer: string,
  facts: ModelFacts<Rules>,
  model: string | null,
): boolean {
  const made = modelFactsOf(file, producer)
  if (!made.known) return model !== null && undatedModelId(producer) === undatedModelId(model)
  return made.facts.family === facts.family
}
