import { assertFunction, assertKeys, assertList } from '../form/check.ts'
import type { Path } from '../form/path.ts'
import { frozenJson } from '../text/json-value.ts'
import { reasonOf } from '../text/reason.ts'
import type { Condition, Member, Way } from './member.ts'

type Read = (input: unknown, at: Path) => Member

/**
 * Returns the branches of a route; `read` reads their members. Throws a TypeError that names the place of an invalid
 * branch.
 */
export const readWays = (ways: unknown, at: Path, read: Read): readonly Way[] =>
  Object.freeze(at.each(assertList(ways, at), (way, place) => readWay(way, place, read)))

function readWay(way: unknown, at: Path, read: Read): Way {
  assertKeys(way, ['is', 'when', 'member'], at)
  const member = at.in('member').piece(place => read(way.member, place))
  if ('is' in way === 'when' in way)
    throw at.wrong(at.isData ? 'has no value (is)' : 'must have either a value (is) or a condition (when)')
  if ('is' in way) return Object.freeze({ is: at.in('is').piece(place => jsonOf(way.is, place)), member })
  const when = at.in('when').piece(place => assertFunction(way.when, place) as Condition)
  return Object.freeze({ when, member })
}

function jsonOf(value: unknown, at: Path) {
  try {
    return frozenJson(value)
  } catch (error) {
    throw at.wrong(reasonOf(error), { cause: error })
  }
}
