import type { Claim, Store } from '../../index.ts'
import type { Fault, Faults } from './fault.ts'

/** Claims and listeners, by the data that several stores share. */
const claimed = new WeakSet<Store>()
const listeners = new WeakMap<Store, Set<{ readonly of: object; readonly call: () => void }>>()

/** Returns a store whose claims and watches work. */
const working: Fault = inner => {
  const of = {}
  const all = listeners.get(inner) ?? new Set()
  listeners.set(inner, all)
  return {
    append: async (key, write) => {
      const revision = await inner.append(key, write)
      for (const each of all) if (each.of !== of) each.call()
      return revision
    },
    watch: call => {
      const listener = { of, call }
      all.add(listener)
      return () => all.delete(listener)
    },
    claim: async () => {
      if (claimed.has(inner)) return null
      claimed.add(inner)
      let isReleased = false
      return {
        release: async () => {
          if (!isReleased) claimed.delete(inner)
          isReleased = true
        },
      }
    },
  }
}

const over =
  (change: (store: Partial<Store> & Required<Pick<Store, 'claim' | 'watch'>>) => Partial<Store>): Fault =>
  inner => {
    const store = working(inner) as Required<Store>
    return { ...store, ...change(store) }
  }

/** A store with claims and watches that is not broken. */
export const right = working

/** Faults of claims and watches. */
export const processes: Faults = {
  'gives the claim twice': over(() => ({ claim: async () => ({ release: async () => {} }) })),
  'gives the claim to every process once': over(() => {
    let isClaimed = false
    return {
      claim: async (): Promise<Claim | null> => {
        if (isClaimed) return null
        isClaimed = true
        const release = async () => {
          isClaimed = false
        }
        return { release }
      },
    }
  }),
  'gives the claim twice to one process': over(({ claim }) => {
    let own: Claim | null = null
    return { claim: async () => (own ??= await claim()) }
  }),
  'never gives the claim': over(() => ({ claim: async () => null })),
  'keeps the claim when it is released': over(({ claim }) => ({
    claim: async () => {
      const given = await claim()
      return given && { release: async () => {} }
    },
  })),
  'releases the claim of another when it is released twice': inner => ({
    ...working(inner),
    claim: async () => {
      if (claimed.has(inner)) return null
      claimed.add(inner)
      return { release: async () => void claimed.delete(inner) }
    },
  }),
  'does not call a listener': over(() => ({ watch: () => () => {} })),
  'calls a listener once': over(({ watch }) => ({
    watch: listener => {
      let calls = 0
      return watch(() => (++calls === 1 ? listener() : undefined))
    },
  })),
  'calls a listener that has ended': over(({ watch }) => ({
    watch: listener => {
      watch(listener)
      return () => {}
    },
  })),
  'calls only the last listener': over(({ watch }) => {
    let end = () => {}
    return {
      watch: listener => {
        end()
        end = watch(listener)
        return end
      },
    }
  }),
  'cannot be closed twice': () => {
    let isClosed = false
    return {
      close: async () => {
        if (isClosed) throw new Error('the store is closed')
        isClosed = true
      },
    }
  },
}
