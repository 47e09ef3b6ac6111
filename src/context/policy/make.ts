import type { Origins, Selector } from '../../ir/policy.ts'
import { assertKeys } from '../../validate/check.ts'
import { readFields } from '../../validate/form.ts'
import { Path } from '../../validate/path.ts'
import { selectors } from '../selector/selectors.ts'
import { sources } from '../source/sources.ts'
import { type ClauseOf, clauseOf } from './clause.ts'
import { type SourceOf, sourceOf } from './source.ts'

/** The clause that a function of `C` gives. */
export function makeClause(by: Selector['by'], given: object = {}): ClauseOf {
  const { form, made } = selectors[by]
  return clauseOf(Object.freeze({ by, ...readFields(form, given, Path.named(`C.${made}`)) }) as Selector)
}

/** The source that a function of `C` gives. */
export const makeSource = <Reads extends string>(
  source: Origins['source'],
  given: unknown,
): SourceOf<Reads> => {
  const fields = readFields(sources[source].form, given, Path.named(`C.${source}`))
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
