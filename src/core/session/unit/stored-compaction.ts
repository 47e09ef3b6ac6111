import { isObject } from '../../ir/json.ts'
import { parseJson } from '../../text/json.ts'

/** Facts about a provider's compaction, as the output of an effect describes them. */
export interface StoredCompaction {
  /** Digest of the declarations with which the provider was asked. */
  readonly head: string
  /** Number of rewinds that the session had then. */
  readonly rewinds: number
  /** Number of events, up to the newest one that had revealed a protected value by then. */
  readonly found: number
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

/** Reads the facts about a compaction from the output of an effect; null if the text does not describe one. */
export function readStoredCompaction(output: string): StoredCompaction | null {
  const value = parseJson(output)
  if (!isObject(value)) return null
  const { head, rewinds, found } = value
  return typeof head === 'string' && isCount(rewinds) && isCount(found)
    ? { head, rewinds: rewinds as number, found: found as number }
    : null
}
