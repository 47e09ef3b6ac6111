import { assertEqual } from '../assert.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of the right to run sessions. */
export const claiming: Requirements = {
  async 'gives the right to run sessions to one holder at a time'(store, maker) {
    if (store.claim === undefined) return
    const claim = await store.claim()
    if (claim === null) throw new Error('expected a claim, got null')
    const other = (await maker.again?.(store)) ?? null
    if (other?.claim !== undefined) assertEqual(await other.claim(), null)
    await claim.release()
    const next = await (other ?? store).claim?.()
    if (next === null || next === undefined) throw new Error('expected a claim after the release, got none')
    await next.release()
    if (other !== null) await other.close()
  },
}
