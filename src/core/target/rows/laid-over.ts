import type { ModelFacts, ModelRow } from '../../ir/model.ts'

/** Facts about the cache of a model if no rules for the cache are known. */
const noCache = { minimum: null, mode: 'none' } as const

/**
 * Returns facts about a model, overridden by the fields of a row. `isKnown`: whether the facts describe this model. If
 * not, they are the defaults of an API, and `vendor` is the model's vendor, or null for a vendor without an API in this
 * package.
 */
export function laidOver<Rules>(
  facts: ModelFacts<Rules>,
  isKnown: boolean,
  vendor: string | null,
  { id, prefix, like, aliases, source, asOf, note, cache, rules, ...columns }: ModelRow,
): ModelFacts<Rules> {
  const isOwn = isKnown || vendor === facts.vendor
  const own = isKnown ? {} : { vendor: vendor ?? 'custom', family: id ?? prefix ?? 'custom' }
  return {
    ...facts,
    ...own,
    ...columns,
    cache: { ...(isOwn ? facts.cache : noCache), ...cache },
    rules: { ...facts.rules, ...readableRules(facts.rules, rules) },
  }
}

/** Returns the rules of a row that this API can read. A rule of another API may have the same name and another type. */
function readableRules(base: unknown, rules: ModelRow['rules'] = {}): object {
  const known = base as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => !(name in known) || kindOf(known[name]) === kindOf(value),
    ),
  )
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)
