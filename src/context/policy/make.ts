import type { Origins, Selector } from '../../ir/policy.ts'
import { assertKeys } from '../../validate/check.ts'
import { readFields } from '../../validate/form.ts'
import { Path } from '../../validate/path.ts'
import { type ClauseOf, clauseOf } from './clause.ts'
import { selectorForms } from './selectors.ts'
import { type SourceOf, sourceOf } from './source.ts'
import { originForms } from './source-origins.ts'

/** The clause that a function of `C` gives, called `name`. */
export const makeClause = (name: string, by: Selector['by'], given: object = {}): ClauseOf =>
  clauseOf(
    Object.freeze({ by, ...readFields(selectorForms[by], given, Path.named(`C.${name}`)) }) as Selector,
  )

/** The source that a function of `C` gives. */
export const makeSource = <Reads extends string>(
  source: Origins['source'],
  given: unknown,
): SourceOf<Reads> => {
  const fields = readFields(originForms[source], given, Path.named(`C.${source}`))
  return sourceOf(Object.freeze({ source, ...fields }) as Origins)
}

/** Options that are given beside something else; throws a TypeError where there are no such options. */
export function optionsOf<Options extends object>(
  name: string,
  options: Options,
  known: readonly (keyof Options & string)[],
): Options {
  assertKeys(options, known, Path.named(`C.${name}`))
  return options
}
