import type { ModelFacts, ModelRow } from '../../ir/model.ts'

/** Facts of a model whose cache nobody described. */
const noCache = { minimum: null, mode: 'none' } as const

/**
 * Returns facts with what a row says of a model in their place. `isKnown` = the facts are the model's own; else they are of
 * any model of an API, and `vendor` says whose model it is, null for a vendor without an API here.
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
    rules: { ...facts.rules, ...readable(facts.rules, rules) },
  }
}

/** Returns the rules that this API reads: those of another API may have another type under the same name. */
function readable(base: unknown, rules: ModelRow['rules'] = {}): object {
  const known = base as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => !(name in known) || kindOf(known[name]) === kindOf(value),
    ),
  )
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)
