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

/** Row of a table, as far as its names are read. */
type NamedRow = Pick<ModelEntry<unknown>, 'aliases'> & { readonly id?: string }

/** Rows of each table by id and alias, because every compile looks models up. */
const indexes = new WeakMap<readonly NamedRow[], ReadonlyMap<string, NamedRow>>()

/** Returns the table row whose id or alias names the model. */
function findModelEntry<Row extends NamedRow>(rows: readonly Row[], model: string): Row | undefined {
  const known = indexes.get(rows) as ReadonlyMap<string, Row> | undefined
  const index = known ?? indexRows(rows)
  if (known === undefined) indexes.set(rows, index)
  return index.get(model) ?? index.get(bareModel(model)) ?? index.get(undatedModelId(model))
}

/** Returns the rows by id and alias. If several rows share a name, the first one has it. */
function indexRows<Row extends NamedRow>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const index = new Map<string, Row>()
  for (const row of rows)
    for (const name of [row.id, ...(row.aliases ?? [])])
      if (name !== undefined && !index.has(name)) index.set(name, row)
  return index
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
