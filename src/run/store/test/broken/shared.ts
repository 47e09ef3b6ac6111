import { ConflictError, type ScopedValue } from '../../index.ts'
import type { Faults } from './fault.ts'

/** Faults of shared keys. */
export const shared: Faults = {
  'ignores the expected revision of a shared key': inner => ({
    append: (key, write) =>
      inner.append(key, {
        ...write,
        scopes: (write.scopes ?? []).map(({ expectedRevision: _, ...scope }) => scope),
      }),
  }),
  'does not name the shared keys that lost': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(error => {
        throw error instanceof ConflictError
          ? new ConflictError({ key, expected: error.expected, actual: error.actual })
          : error
      }),
  }),
  'names all shared keys of the append that lost': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(error => {
        if (!(error instanceof ConflictError) || error.scopes.length === 0) throw error
        throw new ConflictError({
          key,
          expected: 1,
          actual: 1,
          scopes: (write.scopes ?? []).map(scope => scope.key),
        })
      }),
  }),
  'writes the other shared keys if one lost': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(async error => {
        if (!(error instanceof ConflictError) || error.scopes.length === 0) throw error
        const scopes = (write.scopes ?? []).filter(scope => !error.scopes.includes(scope.key))
        await inner.append({ ...key, id: 'other' }, { ...write, expectedRevision: 0, events: [], scopes })
        await inner.delete({ ...key, id: 'other' })
        throw error
      }),
  }),
  'writes the events if a shared key lost': inner => ({
    append: (key, write) =>
      inner.append(key, write).catch(async error => {
        if (error instanceof ConflictError && error.scopes.length > 0)
          await inner.append(key, { ...write, scopes: [] })
        throw error
      }),
  }),
  'loses the trust of a shared key': inner => ({
    scopes: async owner =>
      new Map([...(await inner.scopes(owner))].map(([key, kept]) => [key, { ...kept, trust: 'user' }])),
  }),
  'counts no writes of a shared key': inner => ({
    scopes: async owner =>
      new Map([...(await inner.scopes(owner))].map(([key, kept]) => [key, { ...kept, revision: 1 }])),
  }),
  'shows deleted shared keys': inner => {
    const seen = new Map<string, ScopedValue>()
    return {
      scopes: async owner => {
        for (const [key, kept] of await inner.scopes(owner)) seen.set(key, kept)
        return new Map([...seen, ...(await inner.scopes(owner))])
      },
    }
  },
  'keeps app keys for each user': inner => ({
    append: (key, write) =>
      inner.append(key, {
        ...write,
        scopes: (write.scopes ?? []).map(scope => ({
          ...scope,
          key: scope.key.replace(/^app:/, `app:${key.owner.user}:`),
        })),
      }),
    scopes: async owner =>
      new Map(
        [...(await inner.scopes(owner))].map(([key, kept]) => [
          key.replace(`app:${owner.user}:`, 'app:'),
          kept,
        ]),
      ),
  }),
  'returns the values that it keeps': inner => {
    const seen = new Map<string, ScopedValue>()
    return {
      scopes: async owner => {
        for (const [key, kept] of await inner.scopes(owner))
          if (seen.get(key)?.revision !== kept.revision) seen.set(key, kept)
        return new Map(
          [...(await inner.scopes(owner)).keys()].map(key => [key, seen.get(key) as ScopedValue]),
        )
      },
    }
  },
  'refuses to make a deleted key again': inner => {
    const deleted = new Set<string>()
    return {
      append: async (key, write) => {
        const lost = (write.scopes ?? []).filter(
          scope => deleted.has(scope.key) && scope.expectedRevision === 0,
        )
        if (lost.length > 0)
          throw new ConflictError({ key, expected: 0, actual: 0, scopes: lost.map(scope => scope.key) })
        const revision = await inner.append(key, write)
        for (const scope of write.scopes ?? []) if (scope.value === undefined) deleted.add(scope.key)
        return revision
      },
    }
  },
}
