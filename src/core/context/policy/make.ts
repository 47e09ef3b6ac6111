import { assertKeys } from '../../form/check.ts'
import { readFrozenForm } from '../../form/form.ts'
import { Path } from '../../form/path.ts'
import type { Origins, Selector } from '../../ir/policy.ts'
import { selectors } from '../selector/selectors.ts'
import { sources } from '../source/sources.ts'
import { type ClauseOf, clauseOf } from './clause.ts'
import { type SourceOf, sourceOf } from './source.ts'

/** Returns the clause that a function of `C` makes from its selector and options. */
export function makeClause(by: Selector['by'], given: object = {}): ClauseOf {
  const { form, made } = selectors[by]
  return clauseOf(
    Object.freeze({ by, ...readFrozenForm(form, given, Path.options(`C.${made}`)) }) as Selector,
  )
}

/** Returns the source that a function of `C` makes from its kind and options. */
export const makeSource = <Reads extends string>(
  source: Origins['source'],
  given: unknown,
): SourceOf<Reads> => {
  const fields = readFrozenForm(sources[source].form, given, Path.options(`C.${source}`))
  return sourceOf(Object.freeze({ source, ...fields }) as Origins)
}

/** Returns the options if all their names are known; throws a TypeError for an unknown option. */
export function checkedOptions<Options extends object>(
  name: string,
  options: Options,
  known: readonly (keyof Options & string)[],
): Options {
  assertKeys(options, known, Path.options(`C.${name}`))
  return options
}
