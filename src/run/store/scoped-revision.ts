import type { ScopedWrite } from './store.ts'

/** Shared key in a store. */
export interface KeptKey {
  readonly revision: number
  readonly isDeleted: boolean
}

/** Returns the keys of writes that another session wrote since their writer read them, each once. */
export function lostKeys(
  writes: readonly ScopedWrite[],
  find: (key: string) => KeptKey | undefined,
): readonly string[] {
  const lost = writes.filter(({ key, expectedRevision }) => !isExpected(expectedRevision, find(key)))
  return [...new Set(lost.map(({ key }) => key))]
}

/** Whether a key is as its writer saw it. A deleted key cannot be seen, so its writer expects 0. */
const isExpected = (expected: number | undefined, kept: KeptKey | undefined): boolean =>
  expected === undefined || expected === (kept?.revision ?? 0) || (expected === 0 && kept?.isDeleted === true)
