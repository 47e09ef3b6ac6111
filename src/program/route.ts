import type { JsonValue } from '../ir/json.ts'
import { Path } from '../validate/path.ts'
import type { Condition, Route, Way } from './member.ts'
import { made, readMember } from './read-member.ts'
import type { ContextOfOne, MemberInput, MemberOf } from './types/fit.ts'

/** A route that may be given more ways. Each gives a new one; every one is a member as it stands. */
export interface OpenRoute<Key extends string = string, Ways extends readonly unknown[] = readonly Way[]>
  extends Route<Key, Ways, null> {
  /** Goes this way where the key has this value. */
  is<const Inner extends MemberInput>(
    value: JsonValue,
    member: Inner | ContextOfOne<Inner>,
  ): OpenRoute<Key, readonly [...Ways, Way<MemberOf<Inner>>]>
  /** Goes this way where this holds. One that throws or is async is an error of the compile (CX2006). */
  when<const Inner extends MemberInput>(
    holds: Condition,
    member: Inner | ContextOfOne<Inner>,
  ): OpenRoute<Key, readonly [...Ways, Way<MemberOf<Inner>>]>
  /** Goes this way where none fits. */
  otherwise<const Inner extends MemberInput>(
    member: Inner | ContextOfOne<Inner>,
  ): Route<Key, Ways, MemberOf<Inner>>
}

/**
 * The first way that fits a key of the state: a value that it has, or a condition that holds; where none fits, the other one,
 * or nothing. Afterwards only what every way writes is sure to be there, and without `otherwise` nothing is. Throws a
 * TypeError that names the place for a value that is no JSON and for what is no member.
 *
 * @example
 * import { agent, pipeline, route } from 'ctxc'
 *
 * const classifier = agent({ name: 'classifier', instruction: 'Classify the request.', outputKey: 'intent' })
 * const booker = agent({ name: 'booker', instruction: 'Book it.' })
 * const helper = agent({ name: 'helper', instruction: 'Help.' })
 * const app = pipeline(classifier, route('intent').is('booking', booker).otherwise(helper))
 * console.log(app.members[1].ways.length) // 1
 */
export const route = <const Key extends string>(key: Key): OpenRoute<Key, readonly []> =>
  open(key, []) as never

/** A route so far. */
function open(key: string, ways: readonly unknown[]): OpenRoute {
  const { ways: read } = readMember({ kind: 'route', key, ways }, Path.named('route')) as Route
  const and = (way: unknown) => open(key, [...read, way]) as never
  return made({
    kind: 'route',
    key,
    ways: read,
    other: null,
    is: (is, member) => and({ is, member }),
    when: (when, member) => and({ when, member }),
    otherwise: other => readMember({ kind: 'route', key, ways: read, other }, Path.named('route')) as never,
  })
}
