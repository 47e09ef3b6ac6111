import type { Owner } from '../../../core/session/owner.ts'
import { stringifyJson } from '../json-text.ts'
import type { ScopedWrite } from '../store.ts'
import { nameToHex } from './key-bytes.ts'

/** Writes of one shared key, as the statement of an append gets them. */
interface KeyWrites {
  readonly app: string
  /** User of the key; empty for a key of the app. */
  readonly app_user: string
  readonly key: string
  readonly value: string | null
  readonly trust: string
  /** Number of writes. */
  readonly times: number
  /** Revisions that the writer expects. */
  readonly expected: readonly number[]
}

/** Returns the shared keys of an append as JSON text. Of several writes of a key, the last one has the value. */
export function writesText({ app, user = '' }: Owner, writes: readonly ScopedWrite[]): string {
  const keys = new Map<string, KeyWrites>()
  for (const { key, value, trust, expectedRevision } of writes) {
    const before = keys.get(key)
    keys.set(key, {
      app: nameToHex(app),
      app_user: key.startsWith('app:') ? '' : nameToHex(user),
      key: nameToHex(key),
      value: value === undefined ? null : stringifyJson(value),
      trust,
      times: (before?.times ?? 0) + 1,
      expected: [...(before?.expected ?? []), ...(expectedRevision === undefined ? [] : [expectedRevision])],
    })
  }
  return JSON.stringify([...keys.values()])
}
