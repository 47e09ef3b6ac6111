import type { ModelRow } from '../../ir/model.ts'
import { bareModel, undatedModelId } from '../../vendor/rows/bare-model.ts'

/**
 * Returns the ids under which a table may list a model: the given id, the id without a gateway's additions, and the id
 * without a date.
 */
const lookupIdsOf = (model: string): ReadonlySet<string> =>
  new Set([model.toLowerCase(), bareModel(model), undatedModelId(model)])

/** Whether a row's id names a model. An id with a slash may be only the end of the model's id. */
function isModelNamed(model: string, ids: ReadonlySet<string>, id: string): boolean {
  const own = id.toLowerCase()
  return (
    ids.has(own) || (own.includes('/') && model.toLowerCase().endsWith(`/${own}`)) || ids.has(bareModel(id))
  )
}

/**
 * Returns the caller's rows for a model in ascending precedence: rows with a prefix, the longest last, then rows with
 * an id.
 */
export function rowsFor(rows: readonly ModelRow[], model: string): readonly ModelRow[] {
  const ids = lookupIdsOf(model)
  const hasPrefix = (prefix: string): boolean => [...ids].some(id => id.startsWith(prefix.toLowerCase()))
  const broad = rows
    .filter(({ prefix }) => prefix !== undefined && hasPrefix(prefix))
    .sort((left, right) => (left.prefix?.length ?? 0) - (right.prefix?.length ?? 0))
  const named = rows.filter(
    ({ id, aliases = [] }) =>
      id !== undefined && [id, ...aliases].some(name => isModelNamed(model, ids, name)),
  )
  return [...broad, ...named]
}
