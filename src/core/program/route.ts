import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { Route, Way } from './member.ts'
import { freezeMember, readMember } from './read-member.ts'
import type { ContextOfOne, MemberInput, MemberOf } from './types/fit.ts'

/** A route to which more branches can be added. Each call returns a new route, and each of these is a valid member. */
export interface OpenRoute<Key extends string = string, Ways extends readonly unknown[] = readonly Way[]>
  extends Route<Key, Ways, null> {
  /** Adds a branch that is taken if the route's key has this value. */
  is<const Inner extends MemberInput>(
    value: JsonValue,
    member: Inner | ContextOfOne<Inner>,
  ): OpenRoute<Key, readonly [...Ways, Way<MemberOf<Inner>>]>
  /**
   * Adds a branch that is taken if a condition is true. A condition that throws or is async is an error of the compile
   * (CX2006). For answers with the types of their schemas, annotate the parameter of the condition: `StateOf<typeof
   * critic>`.
   */
  when<const Inner extends MemberInput, Known extends State = State>(
    holds: (state: Known) => boolean,
    member: Inner | ContextOfOne<Inner>,
  ): OpenRoute<Key, readonly [...Ways, Way<MemberOf<Inner>>]>
  /** Adds the default branch, which is taken if no other branch matches. */
  otherwise<const Inner extends MemberInput>(
    member: Inner | ContextOfOne<Inner>,
  ): Route<Key, Ways, MemberOf<Inner>>
}

/**
 * Returns a route, which runs the first branch that matches: by the value of a key, or by a condition. If no branch
 * matches, it runs the default branch, or nothing. Afterwards, only keys that every branch writes are sure to be
 * present; without `otherwise`, none are. Throws a TypeError that names the place of a value that is not JSON or of an
 * invalid member.
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
export const route = <const Key extends string>(key: Key): OpenRoute<Key, readonly []> => {
  if (key === undefined)
    throw Path.named('route').in('key').wrong('is missing', {
      help: 'name the key that .is(…) asks for; a route of conditions alone needs one too, although .when(…) does not read it',
    })
  return routeBuilder(key, []) as never
}

/** Returns a route with the branches added so far. */
function routeBuilder(key: string, ways: readonly unknown[]): OpenRoute {
  const { ways: read } = readMember({ kind: 'route', key, ways }, Path.named('route')) as Route
  const addBranch = (way: unknown) => routeBuilder(key, [...read, way]) as never
  return freezeMember({
    kind: 'route',
    key,
    ways: read,
    other: null,
    is: (is, member) => addBranch({ is, member }),
    when: (when, member) => addBranch({ when, member }),
    otherwise: other => readMember({ kind: 'route', key, ways: read, other }, Path.named('route')) as never,
  })
}
