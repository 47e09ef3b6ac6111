import type { SessionKey } from '../../index.ts'
import type { Faults } from './fault.ts'

/** Faults of forks and deletions. */
export const copies: Faults = {
  'appends to a fork and to the session it was made of': inner => {
    const sources = new Map<string, SessionKey>()
    return {
      fork: async (key, id, options) => {
        const revision = await inner.fork(key, id, options)
        if (revision !== null) sources.set(id, key)
        return revision
      },
      append: async (key, write) => {
        const source = sources.get(key.id)
        const record = source && (await inner.read(source))
        if (source && record) await inner.append(source, { ...write, expectedRevision: record.revision })
        return inner.append(key, write)
      },
    }
  },
  'appends to a session and to its fork': inner => {
    const forks = new Map<string, SessionKey>()
    return {
      fork: async (key, id, options) => {
        const revision = await inner.fork(key, id, options)
        if (revision !== null) forks.set(key.id, { ...key, id })
        return revision
      },
      append: async (key, write) => {
        const copy = forks.get(key.id)
        const record = copy && (await inner.read(copy))
        if (copy && record) await inner.append(copy, { ...write, expectedRevision: record.revision })
        return inner.append(key, write)
      },
    }
  },
  'forks the whole session': inner => ({
    fork: (key, id, { at: _, ...options }) => inner.fork(key, id, options),
  }),
  'forks one event less': inner => ({
    fork: (key, id, options) =>
      inner.fork(key, id, {
        ...options,
        ...(options.at !== undefined && { at: Math.max(0, options.at - 1) }),
      }),
  }),
  "forks without the fork's own events": inner => ({
    fork: (key, id, { events: _, ...options }) => inner.fork(key, id, options),
  }),
  'forks over a session that exists': inner => ({
    fork: async (key, id, options) => {
      await inner.delete({ ...key, id })
      return inner.fork(key, id, options)
    },
  }),
  'refuses a used id with another error': inner => ({
    fork: (key, id, options) =>
      inner.fork(key, id, options).catch(error => {
        throw error instanceof TypeError ? error : new Error('the id is used')
      }),
  }),
  'forgets what a fork was made of': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record && { ...record, parent: null }
    },
  }),
  'gives a fork the status of its session': inner => ({
    fork: async (key, id, options) => {
      const record = await inner.read(key)
      return inner.fork(key, id, { ...options, ...(record && { status: record.status }) })
    },
  }),
  'gives a fork the wake-up of its session': inner => {
    const forks = new Set<string>()
    return {
      fork: (key, id, options) => {
        forks.add(id)
        return inner.fork(key, id, options)
      },
      read: async (key, options) => {
        const record = await inner.read(key, options)
        return record && { ...record, wakeAt: forks.has(key.id) ? 99 : record.wakeAt }
      },
    }
  },
  'gives a fork no state': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record && (record.parent === null ? record : { ...record, state: {} })
    },
  }),
  'has no fork without its session': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      if (record?.parent == null || (await inner.read({ ...key, id: record.parent.id })) !== null)
        return record
      return { ...record, events: [] }
    },
  }),
  'deletes nothing': inner => ({ delete: async key => (await inner.read(key)) !== null }),
  'says always that there was a session': inner => ({
    delete: async key => {
      await inner.delete(key)
      return true
    },
  }),
  'remembers the events of a deleted session': inner => {
    const gone = new Map<string, SessionKey>()
    return {
      delete: async key => {
        await inner.fork(key, `gone ${key.id}`, { time: 0 })
        gone.set(JSON.stringify(key), { ...key, id: `gone ${key.id}` })
        return inner.delete(key)
      },
      list: async (owner, options) => {
        const page = await inner.list(owner, options)
        return { ...page, items: page.items.filter(({ id }) => !id.startsWith('gone ')) }
      },
      read: async (key, options) => {
        const [record, before] = [await inner.read(key, options), gone.get(JSON.stringify(key))]
        const old = before && (await inner.read(before, options))
        return record && { ...record, events: [...(old?.events ?? []), ...record.events] }
      },
    }
  },
  'deletes a session with the shared keys of its user': inner => ({
    delete: async key => {
      const isDeleted = await inner.delete(key)
      if (key.owner.user !== undefined && (await inner.list(key.owner)).items.length === 0)
        await inner.deleteOwner(key.owner)
      return isDeleted
    },
  }),
  'deletes an owner without its shared keys': inner => ({
    deleteOwner: async owner => {
      const { items } = await inner.list(owner, { limit: 1_000 })
      await Promise.all(items.map(({ id }) => inner.delete({ owner, id })))
      return items.length
    },
  }),
  'deletes an owner with the shared keys of its app': inner => ({
    deleteOwner: async owner => {
      const count = await inner.deleteOwner(owner)
      const keys = [...(await inner.scopes(owner)).keys()]
      const scopes = keys.map(key => ({ key, trust: 'user' as const }))
      const at = { owner, id: 'deleting' }
      await inner.append(at, { expectedRevision: 0, events: [], status: 'idle', time: 0, scopes })
      await inner.delete(at)
      return count
    },
  }),
  'deletes the first page of an owner only': inner => ({
    deleteOwner: async owner => {
      const { items } = await inner.list(owner, { limit: 1 })
      const [item] = items
      if (item && (await inner.list(owner)).items.length > 1)
        return (await inner.delete({ owner, id: item.id })) ? 1 : 0
      return inner.deleteOwner(owner)
    },
  }),
  'counts one deleted session too many': inner => ({
    deleteOwner: async owner => (await inner.deleteOwner(owner)) + 1,
  }),
}
