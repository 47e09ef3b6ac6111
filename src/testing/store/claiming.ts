import type { Claim, Store } from '../../run/store/store.ts'
import { assertEqual } from '../assert.ts'
import type { Requirements } from './requirement.ts'

/** Claims the right to run the store's sessions. Throws an Error if another process has this right. */
async function claimOf(store: Store): Promise<Claim> {
  const claim = await store.claim?.()
  if (claim === null || claim === undefined) throw new Error(`expected a claim, got ${claim}`)
  return claim
}

/** Tests of the right to run sessions (claims); each key is the text of a requirement. */
export const claiming: Requirements = {
  async 'gives the right to run sessions to one holder at a time'(store, maker) {
    if (store.claim === undefined) return
    const other = (await maker.again?.(store)) ?? store
    const claim = await claimOf(store)
    assertEqual(await store.claim(), null)
    assertEqual(await other.claim?.(), null)
    await claim.release()
    const next = await claimOf(other)
    assertEqual(await store.claim(), null)
    await claim.release()
    assertEqual(await store.claim(), null)
    await next.release()
    await (await claimOf(store)).release()
    if (other !== store) await other.close()
  },

  async 'can be closed twice'(store) {
    await store.close()
    await store.close()
  },
}
