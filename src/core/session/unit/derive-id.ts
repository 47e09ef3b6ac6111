import { digest } from '../../text/digest.ts'

/** Pattern of ids that every target accepts, so that they are always sent unchanged. */
const legalEverywhere = /^[a-zA-Z0-9_-]{1,40}$/

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Whether at least one target rejects an id, so that a generated id is needed. */
export const needsDerivedId = (id: string): boolean => !legalEverywhere.test(id)

/**
 * Returns a call id derived from the call's position. The id is deterministic, valid on every target, and not used by
 * another call.
 */
export function deriveId(
  unitId: string,
  seq: number,
  part: number,
  taken: Pick<ReadonlySet<string>, 'has'>,
): string {
  for (let salt = 0; ; salt++) {
    const hash = digest(`${unitId}/${seq}.${part}${salt === 0 ? '' : `/${salt}`}`)
    let id = 'c'
    for (let index = 0; index < 26; index++) {
      id += base32[Number.parseInt(hash.slice(index * 2, index * 2 + 2), 16) % 32]
    }
    if (!taken.has(id)) return id
  }
}
