import type { Page, SessionInfo, Store } from '../../index.ts'
import type { Faults } from './fault.ts'

/** Returns all sessions of an owner. */
const allOf = async (inner: Store, owner: Parameters<Store['list']>[0]) =>
  (await inner.list(owner, { limit: 1_000 })).items

/** Returns a page of a list, whose cursor is a number. */
function pageOf(all: readonly SessionInfo[], after: string | undefined, limit: number): Page<SessionInfo> {
  if (after === 'odd') throw new TypeError('after must be a cursor')
  const from = Number(after ?? 0)
  return { items: all.slice(from, from + limit), next: from + limit < all.length ? `${from + limit}` : null }
}

/** Faults of lists. */
export const lists: Faults = {
  'lists sessions in the order of their creation': inner => ({
    list: async (owner, { after, limit = 50 } = {}) =>
      limit < 1
        ? inner.list(owner, { limit })
        : pageOf(
            (await allOf(inner, owner)).toSorted((left, right) => left.created - right.created),
            after,
            limit,
          ),
  }),
  'lists the session first that changed first': inner => ({
    list: async (owner, { after, limit = 50 } = {}) =>
      limit < 1
        ? inner.list(owner, { limit })
        : pageOf((await allOf(inner, owner)).toReversed(), after, limit),
  }),
  'ignores the status of a list': inner => ({
    list: (owner, { status: _, ...options } = {}) => inner.list(owner, options),
  }),
  'ignores the limit of a list': inner => ({
    list: (owner, options) => inner.list(owner, { ...options, limit: Math.max(options?.limit ?? 50, 50) }),
  }),
  'ignores the cursor of a list': inner => ({
    list: (owner, { after, ...options } = {}) =>
      inner.list(owner, { ...options, ...(after === 'odd' && { after }) }),
  }),
  'says never that there is another page': inner => ({
    list: async (owner, options) => ({ ...(await inner.list(owner, options)), next: null }),
  }),
  'begins a page with the last session of the page before': inner => ({
    list: async (owner, options) => {
      const page = await inner.list(owner, options)
      const before = options?.after === undefined ? [] : (await allOf(inner, owner)).slice(0, 1)
      return { ...page, items: [...before, ...page.items].slice(0, options?.limit) }
    },
  }),
  'skips sessions that changed at the same time': inner => ({
    list: async (owner, options) => {
      const page = await inner.list(owner, options)
      const last = options?.after === undefined ? null : JSON.parse(options.after).time
      return { ...page, items: page.items.filter(({ updated }) => updated !== last) }
    },
  }),
  'returns the facts that it keeps': inner => {
    const kept = new Map<string, SessionInfo>()
    return {
      list: async (owner, options) => {
        const page = await inner.list(owner, options)
        const items = page.items.map(info => {
          const name = JSON.stringify([owner, info.id, info.revision, info.updated])
          kept.set(name, kept.get(name) ?? info)
          return kept.get(name) ?? info
        })
        return { ...page, items }
      },
    }
  },
  'leaves out when a listed session was created': inner => ({
    list: async (owner, options) => {
      const page = await inner.list(owner, options)
      return { ...page, items: page.items.map(({ created: _, ...info }) => info as SessionInfo) }
    },
  }),
  'misses sessions that are due': inner => ({
    due: async options => {
      const { items, next } = await inner.due(options)
      return { items: items.filter(({ owner }) => owner.user !== 'ada'), next }
    },
  }),
  'misses waits that end now': inner => ({ due: options => inner.due({ ...options, now: options.now - 1 }) }),
  'returns waits that end later': inner => ({
    due: options => inner.due({ ...options, now: options.now + 1 }),
  }),
  'returns the first page only of what is due': inner => ({
    due: async options => ({ ...(await inner.due(options)), next: null }),
  }),
  'returns the same page of what is due again': inner => ({
    due: ({ after: _, ...options }) => inner.due(options),
  }),
  'ignores the limit of what is due': inner => ({ due: options => inner.due({ ...options, limit: 50 }) }),
  'forgets the user of what is due': inner => ({
    due: async options => {
      const { items, next } = await inner.due(options)
      return { items: items.map(({ owner: { app }, id }) => ({ owner: { app }, id })), next }
    },
  }),
}
