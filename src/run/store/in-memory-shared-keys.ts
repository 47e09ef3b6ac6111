import { type Owner, ownerText } from '../../core/session/owner.ts'
import { parseJsonValue, stringifyJson } from './json-text.ts'
import { lostKeys } from './scoped-revision.ts'
import type { ScopedValue, ScopedWrite } from './store.ts'

/** Stored shared key; a deleted key has no text. */
interface Kept extends Omit<ScopedValue, 'value'> {
  readonly text: string | null
}

/** Write of a shared key, with its value as JSON text. */
export type PreparedWrite = ScopedWrite & Pick<Kept, 'text'>

/** Returns a write with its value as JSON text. Throws a TypeError for a value that is no JSON. */
export const serializeWrite = (write: ScopedWrite): PreparedWrite => ({
  ...write,
  text: write.value === undefined ? null : stringifyJson(write.value),
})

/** State keys that several sessions share, kept in memory. */
export class InMemorySharedKeys {
  private readonly holders = new Map<string, Map<string, Kept>>()

  /** Returns the keys of writes that lost a race: another session wrote the key after the writer had read it. */
  lostWrites(owner: Owner, writes: readonly ScopedWrite[]): readonly string[] {
    return lostKeys(writes, key => {
      const kept = this.mapOfKey(owner, key).get(key)
      return kept && { revision: kept.revision, isDeleted: kept.text === null }
    })
  }

  write(owner: Owner, { key, text, trust }: PreparedWrite): void {
    const holder = this.mapOfKey(owner, key)
    holder.set(key, { text, trust, revision: (holder.get(key)?.revision ?? 0) + 1 })
  }

  /** Returns all shared keys of an app and, if the owner has a user, those of the user. */
  read({ app, user }: Owner): ReadonlyMap<string, ScopedValue> {
    const holders = [{ app }, ...(user === undefined ? [] : [{ app, user }])].map(ownerText)
    const entries = holders.flatMap(holder => [...(this.holders.get(holder) ?? [])])
    return new Map(
      entries.flatMap(([key, { text, ...rest }]) =>
        text === null ? [] : [[key, { ...rest, value: parseJsonValue(text) }] as const],
      ),
    )
  }

  /** Deletes all shared keys of a user. */
  deleteUser(owner: Owner): void {
    this.holders.delete(ownerText(owner))
  }

  /** Returns the map in which a key is stored: the app's or the user's. */
  private mapOfKey({ app, user }: Owner, key: string): Map<string, Kept> {
    const holder = ownerText(key.startsWith('app:') || user === undefined ? { app } : { app, user })
    const keys = this.holders.get(holder) ?? new Map<string, Kept>()
    this.holders.set(holder, keys)
    return keys
  }
}
