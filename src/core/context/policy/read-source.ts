import { assertKeys } from '../../form/check.ts'
import { expected } from '../../form/describe.ts'
import { readTagged } from '../../form/form.ts'
import type { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import type { Origins, Source } from '../../ir/policy.ts'
import { sources } from '../source/sources.ts'
import { nodeOf } from './built.ts'
import { both } from './read-clause.ts'

/** Reads a source into its one form. Throws a TypeError that names the place (`at`) for an invalid source. */
export function readSource(input: unknown, at: Path): Source {
  const given = nodeOf(input, at)
  if (!isObject(given) || given.kind !== 'source') throw expected('a source', input, at)
  assertKeys(given, ['kind', 'from', ...Object.keys(both)], at)
  for (const [field, check] of Object.entries(both))
    if (given[field] !== undefined) at.in(field).piece(place => check(given[field], place))
  const { tier, atMost, when } = given as Partial<Source>
  return Object.freeze({
    kind: 'source',
    from: at
      .in('from')
      .piece(place => readTagged('source', 'source', sources, given.from, place) as unknown as Origins),
    ...(tier !== undefined && { tier }),
    ...(atMost !== undefined && { atMost }),
    when: Object.freeze([...(Array.isArray(when) ? when : [])]),
  })
}
