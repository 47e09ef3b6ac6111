import type { StoreAccounts } from '../../accounts.ts'
import type { Fault, Faults } from './fault.ts'

/** Fault of some methods of the accounts. */
const over =
  (broken: (accounts: StoreAccounts) => Partial<StoreAccounts>): Fault =>
  inner => {
    const accounts = inner.accounts as StoreAccounts
    const { owners, costs } = accounts
    return { accounts: { owners, costs, ...broken(accounts) } }
  }

/** Faults of owners and costs. */
export const accounts: Faults = {
  'records no costs': inner => ({
    accounts: inner.accounts as StoreAccounts,
    append: (key, write) => inner.append(key, { ...write, costs: [] }),
  }),
  'sums the costs of all owners': over(({ costs }) => ({
    costs: ({ owner: _, ...query } = {}) => costs(query),
  })),
  'sums the costs of all apps': over(({ costs }) => ({ costs: ({ app: _, ...query } = {}) => costs(query) })),
  'sums the costs of all times': over(({ costs }) => ({
    costs: ({ since: _, until: __, ...query } = {}) => costs(query),
  })),
  'takes an unknown price for none': over(({ costs }) => ({
    costs: async query => (await costs(query)).map(cost => ({ ...cost, unpriced: 0 })),
  })),
  'returns costs in another order': over(({ costs }) => ({
    costs: async query => [...(await costs(query))].reverse(),
  })),
  'keeps the costs of a deleted owner': inner => ({
    accounts: inner.accounts as StoreAccounts,
    deleteOwner: async owner => {
      const { items } = await inner.list(owner, { limit: 1_000 })
      for (const { id } of items) await inner.delete({ owner, id })
      return items.length
    },
  }),
  'lists all owners in each page': over(({ owners }) => ({
    owners: async ({ after: _, ...options } = {}) => ({ ...(await owners(options)), next: null }),
  })),
  'counts no sessions of an owner': over(({ owners }) => ({
    owners: async options => {
      const page = await owners(options)
      return { ...page, items: page.items.map(item => ({ ...item, sessions: 0 })) }
    },
  })),
  'accepts any query of costs': over(({ costs }) => ({ costs: query => costs(query).catch(() => []) })),
}
