import { branchConversation } from '../ir/call-branch.ts'
import type { Event, StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import { PersistentMap } from '../text/persistent-map.ts'
import { type State, toState } from './state.ts'
import { isSharedKey, isTemporary } from './unit/state-log.ts'

/** Value of a state key, and the seq of the event that set the key; -1 for the session's initial values. */
export interface Kept {
  readonly value: JsonValue
  readonly seq: number
  /** Position of the key among all keys, in the order in which they were added. */
  readonly place: number
}

type Kepts = PersistentMap<Kept>

/** State keys by their lifetime: the session, one invocation, or longer than the session. */
interface ByLifetime {
  readonly session: Kepts
  readonly invocation: Kepts
  readonly shared: Kepts
}

const lifetimeOf = (key: string): keyof ByLifetime => {
  if (isSharedKey(key)) return 'shared'
  return isTemporary(key) ? 'invocation' : 'session'
}

const none: Kepts = PersistentMap.of()

/**
 * Whether an event starts an invocation, at which all `temp:` keys are deleted. Only a message from the user to the
 * program starts one; a model's message to an agent that works as a tool does not.
 */
const opensInvocation = ({ author, branch, parts }: Event): boolean =>
  author === 'user' &&
  branchConversation(branch) === '' &&
  parts.length > 0 &&
  parts.every(({ kind }) => kind !== 'tool-result')

/**
 * State keys of a session after some of its events. Immutable; versions after different numbers of events share most of
 * their memory.
 */
export class Keys {
  private readonly maps: ByLifetime
  /** Number of keys that were ever added. */
  private readonly added: number

  private constructor(maps: ByLifetime, added: number) {
    this.maps = maps
    this.added = added
  }

  /** Returns the keys for a session's initial values. */
  static of(values: JsonObject): Keys {
    return new Keys({ session: none, invocation: none, shared: none }, 0).keysAfterDelta({ set: values }, -1)
  }

  get size(): number {
    const { session, invocation, shared } = this.maps
    return session.size + invocation.size + shared.size
  }

  get(key: string): Kept | undefined {
    return this.maps[lifetimeOf(key)].get(key)
  }

  /** Returns the keys after an event, without the effect of a rewind that the event requests. */
  keysAfterEvent(event: Event): Keys {
    const { invocation } = this.maps
    const isOver = invocation.size > 0 && opensInvocation(event)
    const begun = isOver ? new Keys({ ...this.maps, invocation: none }, this.added) : this
    const delta = event.actions?.state
    return delta === undefined ? begun : begun.keysAfterDelta(delta, event.seq)
  }

  /** Returns the keys after a rewind to an earlier version. Keys that outlive the session keep their current values. */
  keysAfterRewind({ maps }: Keys): Keys {
    return new Keys({ ...maps, shared: this.maps.shared }, this.added)
  }

  /** Yields the keys with their values, in the order in which the keys were added. */
  *[Symbol.iterator](): Generator<readonly [string, Kept]> {
    const { session, invocation, shared } = this.maps
    yield* [...session, ...invocation, ...shared].sort(([, left], [, right]) => left.place - right.place)
  }

  /** Returns the values only, without the events that set them. */
  toState(): State {
    return toState([...this].map(([key, { value }]) => [key, value]))
  }

  /** Returns the keys after a state delta: its deletions are applied first, then its values. */
  keysAfterDelta(delta: StateDelta, seq: number): Keys {
    const maps = { ...this.maps }
    let { added } = this
    for (const key of delta.delete ?? []) {
      const lifetime = lifetimeOf(key)
      maps[lifetime] = maps[lifetime].delete(key)
    }
    for (const [key, value] of Object.entries(delta.set ?? {})) {
      if (value === undefined) continue
      const lifetime = lifetimeOf(key)
      const place = maps[lifetime].get(key)?.place ?? added++
      maps[lifetime] = maps[lifetime].set(key, { value, seq, place })
    }
    return new Keys(maps, added)
  }
}
