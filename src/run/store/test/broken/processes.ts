import type { Lease, LeaseTerms, SessionLeases, Store } from '../../index.ts'
import type { Fault, Faults } from './fault.ts'

const leasesOf = (inner: Store): SessionLeases => inner.leases as SessionLeases

/** A store with leases that is not broken. */
export const right: Fault = inner => ({ leases: leasesOf(inner) })

const over =
  (change: (leases: SessionLeases, inner: Store) => Partial<SessionLeases>): Fault =>
  inner => ({ leases: { ...leasesOf(inner), ...change(leasesOf(inner), inner) } })

/** Returns a store that gets the fencing numbers of appends changed. */
const fencing =
  (change: (fence: number | undefined) => number | undefined): Fault =>
  inner => ({
    ...right(inner),
    append: (key, write) => inner.append(key, { ...write, fence: change(write.fence) }),
  })

const nextFence = { of: 0 }

/** Faults of leases. */
export const processes: Faults = {
  'leases a session twice': over(leases => ({
    take: (key, terms) => leases.take(key, { ...terms, holder: 'all' }),
  })),
  'leases a session to one holder for each process': inner => {
    const own = new Map<string, Lease>()
    const take = async (key: Lease['key'], { holder }: LeaseTerms): Promise<Lease | null> => {
      if (own.size > 0 && !own.has(holder)) return null
      const record = await inner.read(key)
      const lease = { key, fence: ++nextFence.of, revision: record?.revision ?? 0 }
      if (!own.has(holder)) own.set(holder, lease)
      return own.get(holder) ?? null
    }
    return { leases: { ...leasesOf(inner), take } }
  },
  'never leases a session': over(() => ({ take: async () => null })),
  'gives a holder a new lease each time': over(leases => ({
    take: async (key, terms) => {
      const lease = await leases.take(key, terms)
      return lease && { ...lease, fence: lease.fence + ++nextFence.of }
    },
  })),
  'gives an old revision with a lease': over(leases => ({
    take: async (key, terms) => {
      const lease = await leases.take(key, terms)
      return lease && { ...lease, revision: 0 }
    },
  })),
  'never releases a lease': over(() => ({ release: async () => {} })),
  'forgets the pause of a released session': over(leases => ({ release: lease => leases.release(lease) })),
  'does not end a pause': over(leases => ({
    release: (lease, pause) => leases.release(lease, pause && { ...pause, length: 1e9 }),
  })),
  'does not end a pause at an append': over(leases => {
    const paused = new Map<string, number>()
    return {
      release: async (lease, pause) => {
        if (pause !== undefined) paused.set(lease.key.id, pause.now + pause.length)
        await leases.release(lease, pause)
      },
      takeDue: async terms => {
        const taken = await leases.takeDue(terms)
        const late = taken.filter(({ key }) => (paused.get(key.id) ?? 0) > terms.now)
        for (const lease of late) await leases.release(lease)
        return taken.filter(lease => !late.includes(lease))
      },
    }
  }),
  'does not lease a session in its pause': over(leases => {
    const paused = new Set<string>()
    return {
      release: async (lease, pause) => {
        if (pause !== undefined) paused.add(lease.key.id)
        await leases.release(lease, pause)
      },
      take: async (key, terms) => (paused.has(key.id) ? null : leases.take(key, terms)),
    }
  }),
  'pauses a session of another holder': over(leases => ({
    release: async (lease, pause) => {
      for (let fence = 100; pause !== undefined && fence > 0; fence--)
        await leases.release({ ...lease, fence }, pause)
      await leases.release(lease, pause)
    },
  })),
  'does not say that a session has a pause': over(leases => ({
    changed: async (known, now) =>
      (await leases.changed(known, now)).map(change => ({ ...change, isPaused: false })),
  })),
  'takes its place from a due session that gets a message': inner => {
    const append: Store['append'] = async (key, write) => {
      const before = await inner.read(key)
      if (before?.status === 'due' && write.status === 'due' && write.fence === undefined) {
        await inner.append(key, { ...write, events: [], status: 'idle' })
      }
      return inner.append(key, write)
    }
    return { ...right(inner), append }
  },
  'releases the lease of another holder': over(leases => ({
    release: async ({ key }) => {
      for (let fence = 0; fence < 100; fence++) await leases.release({ key, fence })
    },
  })),
  'has no end of a lease': over(leases => ({
    take: (key, terms) => leases.take(key, { ...terms, length: 1e9 }),
  })),
  'ends a lease at once': over(leases => ({
    take: (key, terms) => leases.take(key, { ...terms, length: 1e-9, now: 0 }),
  })),
  'ends all leases at a renewal': over(() => ({ renew: async () => [] })),
  'renews only the leases that it returns': over(leases => ({
    renew: async terms => (await leases.renew({ ...terms, length: 1e-9, now: 0 })).slice(),
  })),
  'renews the leases of all holders': over(leases => ({
    renew: terms => leases.renew({ ...terms, holder: 'first' }),
  })),
  'ignores fencing numbers': fencing(() => undefined),
  'rejects every fencing number': fencing(fence => fence && fence + 1_000),
  'does not lease due sessions': over(() => ({ takeDue: async () => [] })),
  'leases due sessions of one app as those of all': over(leases => ({
    takeDue: ({ app: _, ...terms }) => leases.takeDue(terms),
  })),
  'leases more due sessions than asked': over(leases => ({
    takeDue: ({ limit: _, ...terms }) => leases.takeDue(terms),
  })),
  'leases only due sessions without a time': over((leases, inner) => ({
    takeDue: async terms => {
      const taken = await leases.takeDue(terms)
      const records = await Promise.all(taken.map(({ key }) => inner.read(key)))
      return taken.filter((_, index) => records[index]?.status === 'due')
    },
  })),
  'leases due sessions in the reverse order': over(leases => ({
    takeDue: async terms => [...(await leases.takeDue(terms))].reverse(),
  })),
  'leases due sessions to every holder': over(leases => ({
    takeDue: terms => leases.takeDue({ ...terms, now: terms.now + 1e9 }),
  })),
  'finds no changed sessions': over(() => ({ changed: async () => [] })),
  'finds that every session changed': over(() => ({
    changed: async known =>
      known.map(({ key }) => ({ key, isChanged: true, isFree: false, isPaused: false })),
  })),
  'finds that every free session changed': over(leases => ({
    changed: async (known, now) =>
      (await leases.changed(known, now)).map(change => ({ ...change, isChanged: true })),
  })),
  'finds no free sessions': over(leases => ({
    changed: async (known, now) =>
      (await leases.changed(known, now)).map(change => ({ ...change, isFree: false, isPaused: false })),
  })),
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
