import type { Store } from '../../run/store/store.ts'
import { appendOfEvents, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Watch listener that counts its calls. */
interface Counter {
  calls: number
  readonly end: () => void
}

function countingListener(store: Store): Counter {
  const counter = { calls: 0, end: () => {} }
  counter.end = store.watch?.(() => counter.calls++) ?? counter.end
  return counter
}

/** Rejects unless a condition becomes true within `timeout` milliseconds. */
async function assertSoon(timeout: number, condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; waited < timeout; waited += 5) {
    if (condition()) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error(`expected ${what} within ${timeout} ms, got none`)
}

/** Tests of the method `watch`; each key is the text of a requirement. */
export const watching: Requirements = {
  async 'calls every listener after each append of another process, until it ends'(store, maker) {
    if (store.watch === undefined || maker.again === undefined) return
    const other = await maker.again(store)
    const { watchTimeout: timeout = 5_000 } = maker
    const [first, second] = [countingListener(store), countingListener(store)]
    for (let revision = 0; revision < 2; revision++) {
      const calls = [first.calls, second.calls] as const
      await other.append(sessionKey, appendOfEvents(revision, [userSays('x')]))
      await assertSoon(timeout, () => first.calls > calls[0], 'a call of the first listener')
      await assertSoon(timeout, () => second.calls > calls[1], 'a call of the second listener')
    }
    first.end()
    const [ended, calls] = [first.calls, second.calls]
    await other.append(sessionKey, appendOfEvents(2, [userSays('x')]))
    await assertSoon(timeout, () => second.calls > calls, 'a call of the listener that has not ended')
    if (first.calls !== ended) throw new Error('expected no call of a listener that has ended, got one')
    second.end()
    await other.close()
  },
}
