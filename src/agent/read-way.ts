import { frozenJson } from '../state/json-value.ts'
import { assertKeys } from './assert.ts'
import type { Member, Way } from './member.ts'

type Read = (input: unknown, at: string) => Member

/** The ways of a route. Throws a TypeError that names the place (`at`) for what is none; `read` reads their members. */
export function readWays(ways: unknown, at: string, read: Read): readonly Way[] {
  if (!Array.isArray(ways)) throw new TypeError(`${at} is not a list`)
  return Object.freeze(ways.map((way, index) => readWay(way, `${at}[${index}]`, read)))
}

function readWay(way: unknown, at: string, read: Read): Way {
  assertKeys(way, ['is', 'when', 'member'], at)
  if ('is' in way === 'when' in way)
    throw new TypeError(`${at} has either a value (is) or a condition (when)`)
  const member = read(way.member, `${at}.member`)
  if ('is' in way) return Object.freeze({ is: jsonOf(way.is, `${at}.is`), member })
  const { when } = way
  if (typeof when !== 'function') throw new TypeError(`${at}.when is not a function`)
  return Object.freeze({ when: when as Extract<Way, { when: unknown }>['when'], member })
}

function jsonOf(value: unknown, at: string) {
  try {
    return frozenJson(value)
  } catch (error) {
    throw new TypeError(`${at} ${(error as Error).message}`, { cause: error })
  }
}
