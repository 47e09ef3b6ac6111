import type { Event, StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import { PersistentMap } from '../text/persistent-map.ts'
import { type State, toState } from './state.ts'
import { isSharedKey, isTemporary } from './unit/state-log.ts'

/** A key's value, and the seq of the event that set it; -1 for the values that the session began with. */
export interface Kept {
  readonly value: JsonValue
  readonly seq: number
  /** The place of the key among the others: keys are in the order in which they were added. */
  readonly place: number
}

type Kepts = PersistentMap<Kept>

/** Keys by how long they last: as long as their events, one invocation, or longer than the session. */
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

/** Whether an event opens an invocation, for which alone `temp:` keys are: the user says something new. */
const opens = ({ author, parts }: Event): boolean =>
  author === 'user' && parts.length > 0 && parts.every(({ kind }) => kind !== 'tool-result')

/** A session's keys at one place of its log. Never changed: the keys at any other place share most of their memory. */
export class Keys {
  private readonly maps: ByLifetime
  /** The number of keys that were ever added. */
  private readonly added: number

  private constructor(maps: ByLifetime, added: number) {
    this.maps = maps
    this.added = added
  }

  /** Keys that a session begins with. */
  static of(values: JsonObject): Keys {
    return new Keys({ session: none, invocation: none, shared: none }, 0).with({ set: values }, -1)
  }

  get size(): number {
    const { session, invocation, shared } = this.maps
    return session.size + invocation.size + shared.size
  }

  get(key: string): Kept | undefined {
    return this.maps[lifetimeOf(key)].get(key)
  }

  /** The keys after an event, apart from what it takes back. */
  after(event: Event): Keys {
    const { invocation } = this.maps
    const isOver = invocation.size > 0 && opens(event)
    const begun = isOver ? new Keys({ ...this.maps, invocation: none }, this.added) : this
    const delta = event.actions?.state
    return delta === undefined ? begun : begun.with(delta, event.seq)
  }

  /** The keys after going back to earlier ones: shared keys stay. */
  backTo({ maps }: Keys): Keys {
    return new Keys({ ...maps, shared: this.maps.shared }, this.added)
  }

  /** In the order in which the keys were added. */
  *[Symbol.iterator](): Generator<readonly [string, Kept]> {
    const { session, invocation, shared } = this.maps
    yield* [...session, ...invocation, ...shared].sort(([, left], [, right]) => left.place - right.place)
  }

  /** The values alone. */
  toState(): State {
    return toState([...this].map(([key, { value }]) => [key, value]))
  }

  /** The keys after a delta: first the deletions, then the values. */
  private with(delta: StateDelta, seq: number): Keys {
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
