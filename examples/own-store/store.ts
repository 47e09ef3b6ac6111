import type { Trust } from 'ctxc'
import {
  ConflictError,
  checkedStore,
  type Owner,
  type SessionInfo,
  type SessionKey,
  type Store,
} from 'ctxc/store'

/** Row of a session. In a database, use a separate table for `events`, with the session key and `seq` as its key. */
interface Row {
  readonly key: SessionKey
  readonly info: SessionInfo
  readonly state: string
  readonly events: readonly string[]
}

/** Row of a shared key; `value` is null if the key was deleted. */
interface SharedRow {
  readonly value: string | null
  readonly trust: Trust
  readonly revision: number
}

/** A store in two maps. Replace the maps with your database, and run each method in one transaction. */
export function ownStore(): Store {
  const sessions = new Map<string, Row>()
  const shared = new Map<string, SharedRow>()
  const name = ({ owner: { app, user }, id }: SessionKey) => JSON.stringify([app, user ?? null, id])
  const isOwn = ({ key: { owner } }: Row, { app, user }: Owner) => owner.app === app && owner.user === user
  const holder = ({ app, user }: Owner, key: string) =>
    JSON.stringify([app, key.startsWith('app:') ? null : user, key])

  const store: Store = {
    async read(key, { from = 0 } = {}) {
      const row = sessions.get(name(key))
      if (!row) return null
      return {
        ...copy(row.info),
        state: JSON.parse(row.state),
        from,
        events: row.events.slice(from).map(parse),
      }
    },

    async append(key, { expectedRevision, events, status, wakeAt = null, time, state = {}, scopes = [] }) {
      const row = sessions.get(name(key))
      const actual = row?.info.revision ?? 0
      if (actual !== expectedRevision) throw new ConflictError({ key, expected: expectedRevision, actual })
      const lost = scopes.filter(({ key: each, expectedRevision: seen }) => {
        const kept = shared.get(holder(key.owner, each))
        return seen !== undefined && seen !== (kept?.revision ?? 0) && !(seen === 0 && kept?.value === null)
      })
      const names = [...new Set(lost.map(scope => scope.key))]
      if (names.length > 0) throw new ConflictError({ key, expected: actual, actual, scopes: names })
      const texts = events.map(event => JSON.stringify(event))
      for (const { key: each, value, trust } of scopes) {
        const revision = (shared.get(holder(key.owner, each))?.revision ?? 0) + 1
        shared.set(holder(key.owner, each), {
          value: value === undefined ? null : JSON.stringify(value),
          trust,
          revision,
        })
      }
      const revision = actual + texts.length
      const before = row?.info ?? { id: key.id, created: time, parent: null }
      sessions.set(name(key), {
        key: copy(key),
        info: { ...before, revision, status, wakeAt, updated: time },
        state: row?.state ?? JSON.stringify(state),
        events: [...(row?.events ?? []), ...texts],
      })
      return revision
    },

    async list(owner, { status, after, limit = 50 } = {}) {
      const place = after === undefined ? null : placeOf(after)
      const rows = [...sessions.values()]
        .filter(row => isOwn(row, owner) && (status === undefined || row.info.status === status))
        .map(({ info }) => copy(info))
        .sort((left, right) => right.updated - left.updated || (left.id < right.id ? -1 : 1))
        .filter(
          ({ updated, id }) => !place || updated < place.time || (updated === place.time && id > place.id),
        )
      const last = rows[limit - 1]
      return {
        items: rows.slice(0, limit),
        next: last && rows.length > limit ? `${last.updated} ${last.id}` : null,
      }
    },

    async due({ now, after, limit = 50 }) {
      const place = after === undefined ? '' : placeOf(after).id
      const rows = [...sessions]
        .filter(([, { info }]) => info.status === 'due' || (info.wakeAt !== null && info.wakeAt <= now))
        .filter(([text]) => text > place)
        .sort(([left], [right]) => (left < right ? -1 : 1))
      const items = rows.slice(0, limit).map(([, { key }]) => copy(key))
      return { items, next: rows.length > limit ? `0 ${rows[limit - 1]?.[0]}` : null }
    },

    async scopes(owner) {
      const entries = [...shared].flatMap(([text, { value, trust, revision }]) => {
        const [app, user, key] = JSON.parse(text) as [string, string | null, string]
        const isSeen = app === owner.app && (user === null || user === owner.user)
        return isSeen && value !== null ? [[key, { value: JSON.parse(value), trust, revision }] as const] : []
      })
      return new Map(entries)
    },

    async fork(key, id, { at = Number.POSITIVE_INFINITY, time, events = [], status = 'idle' }) {
      const [row, used] = [sessions.get(name(key)), sessions.get(name({ ...key, id }))]
      if (!row) return null
      if (used) throw new ConflictError({ key: { ...key, id }, expected: 0, actual: used.info.revision })
      const kept = row.events.slice(0, at)
      const texts = [
        ...kept,
        ...events.map((event, index) => JSON.stringify({ ...event, seq: kept.length + index })),
      ]
      const parent = { id: key.id, revision: kept.length }
      const info = { id, revision: texts.length, status, wakeAt: null, created: time, updated: time, parent }
      sessions.set(name({ ...key, id }), { ...row, key: copy({ ...key, id }), info, events: texts })
      return texts.length
    },

    async delete(key) {
      return sessions.delete(name(key))
    },

    async deleteOwner(owner) {
      const own = [...sessions].filter(([, row]) => isOwn(row, owner))
      for (const [text] of own) sessions.delete(text)
      for (const text of shared.keys()) {
        const [app, user] = JSON.parse(text) as [string, string | null]
        if (user !== null && app === owner.app && user === owner.user) shared.delete(text)
      }
      return own.length
    },

    async close() {},
  }
  return checkedStore(store)
}

const parse = (text: string) => JSON.parse(text)

/** Returns a copy, so that changes to returned values do not change the stored values. */
function copy<Value>(value: Value): Value {
  return structuredClone(value)
}

/** Returns the position that a list cursor contains: a time, and an id or a name. */
function placeOf(after: string): { readonly time: number; readonly id: string } {
  const [, time, id] = /^(\S+) (.+)$/s.exec(after) ?? []
  if (time === undefined || id === undefined)
    throw new TypeError('after must be the `next` of an earlier page')
  return { time: Number(time), id }
}
