import { ConflictError, type SessionKey, type Store } from '../../index.ts'
import type { Faults } from './fault.ts'

/** Returns the revision of a session. */
const revisionOf = async (inner: Store, key: SessionKey): Promise<number> =>
  (await inner.read(key))?.revision ?? 0

/** Faults of appends. */
export const appends: Faults = {
  'loses an append': inner => {
    let count = 0
    return {
      append: async (key, write) =>
        ++count === 2 ? write.expectedRevision + write.events.length : inner.append(key, write),
    }
  },
  'loses all but the first event of an append': inner => ({
    append: async (key, write) => {
      await inner.append(key, { ...write, events: write.events.slice(0, 1) })
      return write.expectedRevision + write.events.length
    },
  }),
  'appends an event twice': inner => ({
    append: (key, write) =>
      inner.append(key, { ...write, events: [...write.events, ...write.events.slice(-1)] }),
  }),
  'appends events in another order': inner => ({
    append: (key, write) => inner.append(key, { ...write, events: write.events.toReversed() }),
  }),
  'returns the number of appended events': inner => ({
    append: async (key, write) => {
      await inner.append(key, write)
      return write.events.length
    },
  }),
  'ignores the expected revision': inner => ({
    append: async (key, write) =>
      inner.append(key, { ...write, expectedRevision: await revisionOf(inner, key) }),
  }),
  'refuses only revisions that are too low': inner => ({
    append: async (key, write) => {
      const actual = await revisionOf(inner, key)
      return inner.append(key, { ...write, expectedRevision: Math.min(write.expectedRevision, actual) })
    },
  }),
  'compares the revision before others have written': inner => {
    let last: Promise<unknown> = Promise.resolve()
    return {
      append: async (key, write) => {
        if ((await revisionOf(inner, key)) !== write.expectedRevision) return inner.append(key, write)
        const done = last.then(async () =>
          inner.append(key, { ...write, expectedRevision: await revisionOf(inner, key) }),
        )
        last = done.catch(() => null)
        return done
      },
    }
  },
  'rejects a lost race with another error': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(error => {
        throw error instanceof ConflictError ? new Error(error.message) : error
      }),
  }),
  'does not say at which revision a lost race was': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(error => {
        throw error instanceof ConflictError && error.scopes.length === 0
          ? new ConflictError({ key, expected: error.expected, actual: error.expected })
          : error
      }),
  }),
  'writes shared keys of an append that it refuses': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(async error => {
        await inner.append({ ...key, id: 'other' }, { ...write, expectedRevision: 0, events: [] })
        await inner.delete({ ...key, id: 'other' })
        throw error
      }),
  }),
  'writes the events before a malformed one': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(async error => {
        if (error instanceof TypeError && write.events.length > 1)
          await inner.append(key, { ...write, events: write.events.slice(0, 1) })
        throw error
      }),
  }),
  'accepts a malformed event': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(error => {
        if (error instanceof TypeError) return 1
        throw error
      }),
  }),
  'takes the state of a later append': inner => {
    let state: object | undefined
    return {
      append: (key, write) => {
        state = write.state ?? state
        return inner.append(key, write)
      },
      read: async (key, options) => {
        const record = await inner.read(key, options)
        return record && { ...record, state: (state ?? {}) as never }
      },
    }
  },
  'loses the state': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record && { ...record, state: {} }
    },
  }),
  'keeps the time of a wake-up that a later append has not': inner => {
    let wakeAt: number | null = null
    return {
      append: (key, write) => {
        wakeAt = write.wakeAt ?? wakeAt
        return inner.append(key, { ...write, wakeAt })
      },
    }
  },
  'keeps the first status': inner => {
    const first = new Map<string, 'due' | 'idle' | 'waiting' | 'limited' | 'failed'>()
    return {
      append: (key, write) => {
        const name = JSON.stringify(key)
        first.set(name, first.get(name) ?? write.status)
        return inner.append(key, { ...write, status: first.get(name) ?? write.status })
      },
    }
  },
  'reads a clock': inner => ({ append: (key, write) => inner.append(key, { ...write, time: Date.now() }) }),
  'says that each append created the session': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record && { ...record, created: record.updated }
    },
  }),
  'does not change a session without events': inner => ({
    append: async (key, write) =>
      write.events.length === 0 && write.expectedRevision > 0
        ? write.expectedRevision
        : inner.append(key, write),
  }),
}
