import { assertOptionNames } from '../form/assert-option-names.ts'
import { describe } from '../form/describe.ts'
import { isObject } from '../ir/json.ts'
import { assertAuthor } from '../session/assert-author.ts'
import type { ImportOptions } from './conversation.ts'

/** Options that every importer has. */
const shared = ['model', 'author', 'id', 'untrusted']

/** Throws a TypeError for an invalid option of an importer; `own` names the flags that only this importer has. */
export function assertImportOptions(
  importer: string,
  options: ImportOptions,
  own: readonly string[] = [],
): void {
  if (!isObject(options))
    throw new TypeError(
      `the options of ${importer} must be an object, such as { model: 'gpt-5.4' }, got ${describe(options)}`,
    )
  const known = [...shared, ...own]
  assertOptionNames(options, known, importer)
  const { model, author, id } = options
  if (model !== undefined && typeof model !== 'string')
    throw new TypeError(`model must be the id of a model, got ${describe(model)}`)
  if (id !== undefined && typeof id !== 'string')
    throw new TypeError(`id must be the id of a session, got ${describe(id)}`)
  if (author !== undefined) assertAuthor(author)
  for (const key of ['untrusted', ...own]) {
    const value = (options as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined && typeof value !== 'boolean')
      throw new TypeError(`${key} must be true or false, got ${describe(value)}`)
  }
}
