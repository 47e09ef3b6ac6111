import { digest } from '../../text/digest.ts'

/** Ids that every target accepts, so that they can always be sent unchanged. */
const legalEverywhere = /^[a-zA-Z0-9_-]{1,40}$/

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Whether some target rejects an id. */
export const needsOther = (id: string): boolean => !legalEverywhere.test(id)

/** Returns a call id derived from its place: deterministic, legal on every target, and not among those taken. */
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
