import type { StoredEvent } from '../../index.ts'
import { type Faults, reading, spelling } from './fault.ts'

const without = (field: string) =>
  reading(events =>
    events.map(
      event =>
        Object.fromEntries(
          Object.entries(event).filter(([name]) => name !== field),
        ) as unknown as StoredEvent,
    ),
  )

/** Faults of reads, and of what events keep. */
export const reads: Faults = {
  'ignores the place to read from': inner => ({ read: key => inner.read(key) }),
  'skips an event when it reads from a place': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return (
        record && { ...record, events: (options?.from ?? 0) > 0 ? record.events.slice(1) : record.events }
      )
    },
  }),
  'says another place than it read from': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record && { ...record, from: 0 }
    },
  }),
  'has no session if nothing is to be read': inner => ({
    read: async (key, options) => {
      const record = await inner.read(key, options)
      return record?.events.length === 0 ? null : record
    },
  }),
  'returns an empty session for one that does not exist': inner => ({
    read: async (key, options) =>
      (await inner.read(key, options)) ?? {
        ...{ id: key.id, revision: 0, status: 'idle', wakeAt: null, created: 0, updated: 0 },
        ...{ parent: null, state: {}, from: 0, events: [] },
      },
  }),
  'returns at most 200 events': reading(events => events.slice(0, 200)),
  'gives places from 0 on to what it reads from a place': reading(events =>
    events.map((event, seq) => ({ ...event, seq })),
  ),
  'returns the object that it keeps': inner => {
    const kept = new Map<string, Awaited<ReturnType<typeof inner.read>>>()
    return {
      read: async (key, options) => {
        const name = JSON.stringify([key, options])
        const record = await inner.read(key, options)
        if (record?.revision !== kept.get(name)?.revision) kept.set(name, record)
        return record && { ...record, ...kept.get(name) }
      },
    }
  },
  'keeps the objects that it is given': inner => {
    const given: unknown[] = []
    return {
      append: async (key, write) => {
        const revision = await inner.append(key, write)
        given.push(...write.events)
        return revision
      },
      read: async (key, options) => {
        const record = await inner.read(key, options)
        if (given.length !== record?.events.length) return record
        return {
          ...record,
          events: record.events.map((event, index) => ({ ...event, ...(given[index] as object) })),
        }
      },
    }
  },
  'keeps the state that it is given': inner => {
    const given = new Map<string, object>()
    return {
      append: async (key, write) => {
        const revision = await inner.append(key, write)
        if (write.expectedRevision === 0 && write.state) given.set(key.id, write.state)
        return revision
      },
      read: async (key, options) => {
        const record = await inner.read(key, options)
        return record && { ...record, state: (given.get(key.id) ?? record.state) as never }
      },
    }
  },
  'loses the branch of an event': without('branch'),
  'loses the response of an event': without('response'),
  'loses the time of an event': without('time'),
  'loses the actions of an event': without('actions'),
  'loses the trust of an event': without('trust'),
  'loses fields that it does not know': without('later'),
  'ends a string at a null character': spelling(text => text.split('\0')[0] as string),
  'replaces lone surrogates': spelling(text => text.toWellFormed()),
  'composes characters': spelling(text => text.normalize('NFC')),
  'trims strings': spelling(text => text.trim()),
  'cuts long strings': spelling(text => text.slice(0, 65_536)),
  'sorts the keys of objects': reading(events => events.map(event => sorted(event) as StoredEvent)),
  'rounds numbers': reading(events =>
    JSON.parse(JSON.stringify(events), (key, value) =>
      typeof value === 'number' && key !== 'seq' ? Math.fround(value) : value,
    ),
  ),
}

function sorted(value: unknown, depth = 0): unknown {
  if (depth > 20 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => sorted(item, depth + 1))
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item, depth + 1)] as const)
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}
