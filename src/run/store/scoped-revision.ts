import type { ScopedWrite } from './store.ts'

/** Stored state of a shared key. */
export interface KeptKey {
  readonly revision: number
  readonly isDeleted: boolean
}

/**
 * Returns the keys of writes that lost a race, each once: another session wrote the key after the writer had read it.
 */
export function lostKeys(
  writes: readonly ScopedWrite[],
  find: (key: string) => KeptKey | undefined,
): readonly string[] {
  const lost = writes.filter(({ key, expectedRevision }) => !hasExpectedRevision(expectedRevision, find(key)))
  return [...new Set(lost.map(({ key }) => key))]
}

/** Whether a key still has the revision that its writer expects. For a deleted key, a writer expects 0. */
const hasExpectedRevision = (expected: number | undefined, kept: KeptKey | undefined): boolean =>
  expected === undefined || expected === (kept?.revision ?? 0) || (expected === 0 && kept?.isDeleted === true)
