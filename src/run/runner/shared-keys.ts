import { type Event, type EventInput, trustOfEvent } from '../../core/ir/event.ts'
import { lowerTrust } from '../../core/ir/trust.ts'
import type { Owner } from '../../core/session/owner.ts'
import type { Session } from '../../core/session/session.ts'
import { isSharedKey } from '../../core/session/unit/state-log.ts'
import { valueKey } from '../../core/text/equal.ts'
import type { ScopedValue, ScopedWrite } from '../store/store.ts'
import type { RunnerStore } from './store/steady-store.ts'

/** State keys that all sessions of an owner share, with the values that one session last read. */
export class SharedKeys {
  private readonly store: RunnerStore
  private readonly owner: Owner
  private values: ReadonlyMap<string, ScopedValue> = new Map()
  private readonly revisions = new Map<string, number>()
  /** Whether this session knows the store's current revisions of the keys. */
  isKnown = false

  constructor(store: RunnerStore, owner: Owner) {
    this.store = store
    this.owner = owner
  }

  /** Reads all shared keys of the owner from the store. */
  async read(): Promise<void> {
    this.values = await this.store.scopes(this.owner)
    this.revisions.clear()
    for (const [key, { revision }] of this.values) this.revisions.set(key, revision)
    this.isKnown = true
  }

  /** Returns an event with the shared values that a session's state lacks; null if it lacks none. */
  missingValuesEvent(session: Session): EventInput | null {
    const changed = [...this.values].filter(([key, { value }]) => {
      const kept = Object.hasOwn(session.state, key) ? session.state[key] : undefined
      return kept === undefined || valueKey(kept) !== valueKey(value)
    })
    return changed.length === 0 ? null : this.stateEventOf(changed)
  }

  private stateEventOf(entries: readonly (readonly [string, ScopedValue])[]): EventInput {
    const trust = entries.map(([, each]) => each.trust).reduce(lowerTrust)
    const set = Object.fromEntries(entries.map(([key, { value }]) => [key, value]))
    const read = { keys: entries.map(([key]) => key) }
    return { author: 'developer', parts: [], trust, actions: { state: { set }, run: { read } } }
  }

  /** Whether any of the events changes a shared key. */
  changeSharedKeys(events: readonly EventInput[]): boolean {
    return events.some(({ actions }) => {
      const { set = {}, delete: gone = [] } = actions?.state ?? {}
      return [...gone, ...Object.keys(set)].some(key => this.isShared(key))
    })
  }

  /** Whether a key is shared through the store. Without a user, `user:` keys belong to the session alone. */
  private isShared(key: string): boolean {
    return isSharedKey(key) && (this.owner.user !== undefined || key.startsWith('app:'))
  }

  /** Returns the writes of shared keys in events. Omits the keys that lost a race to another session. */
  sharedWritesIn(events: readonly Event[], lost: ReadonlySet<string>): readonly ScopedWrite[] {
    return events
      .flatMap((event): readonly ScopedWrite[] => {
        const { set = {}, delete: gone = [] } = event.actions?.state ?? {}
        const trust = trustOfEvent(event)
        return [
          ...gone.map(key => ({ key, trust })),
          ...Object.entries(set).map(([key, value]) => ({ key, value, trust })),
        ]
      })
      .filter(({ key }) => this.isShared(key) && !lost.has(key))
      .map(write => ({ ...write, expectedRevision: this.revisions.get(write.key) ?? 0 }))
  }

  /** Records new revisions, after writes of shared keys were stored. */
  recordWrites(writes: readonly ScopedWrite[]): void {
    for (const { key } of writes) {
      const before = this.revisions.get(key)
      // A deleted key continues its revision count in the store, but the store does not return this count.
      if (before === undefined) this.isKnown = false
      else this.revisions.set(key, before + 1)
    }
  }

  /** Returns an event that resets keys to the values that another session wrote first. */
  resetEventFor(keys: ReadonlySet<string>): EventInput {
    const kept = [...this.values].filter(([key]) => keys.has(key))
    const gone = [...keys].filter(key => !this.values.has(key))
    const none: EventInput = { author: 'developer', parts: [] }
    const { actions, ...rest } = kept.length === 0 ? none : this.stateEventOf(kept)
    const state = { set: actions?.state?.set ?? {}, delete: gone }
    return { ...rest, actions: { run: { lost: { keys: [...keys] } }, state } }
  }
}
