import type { SessionKey } from '../../store/owner.ts'
import type { Store } from '../../store/store.ts'
import { assertEqual } from '../assert.ts'
import { ada, bob, key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of lists. */
export const listing: Requirements = {
  async 'lists sessions by their last change, page by page'(store) {
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await store.append({ owner: ada, id }, write(0, [says(id)], { time: index < 3 ? 10 : 20 }))
    await store.append({ owner: ada, id: 'a' }, write(1, [says('again')], { time: 30, status: 'idle' }))
    const ids: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['list']>> = await store.list(ada, {
        limit: 2,
        ...(after !== null && { after }),
      })
      if (page.items.length > 2) throw new Error(`expected at most 2 items, got ${page.items.length}`)
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    assertEqual(ids, ['a', 'd', 'e', 'b', 'c'])
    assertEqual(
      (await store.list(ada, { status: 'idle' })).items.map(({ id }) => id),
      ['a'],
    )
  },

  async 'returns sessions of all owners that a runner must look at'(store) {
    await store.append(key, write(0, [says('x')], { status: 'due' }))
    await store.append({ owner: bob, id: 's1' }, write(0, [says('x')], { status: 'waiting', wakeAt: 50 }))
    await store.append({ owner: bob, id: 's2' }, write(0, [says('x')], { status: 'waiting', wakeAt: 51 }))
    await store.append({ owner: bob, id: 's3' }, write(0, [says('x')], { status: 'idle' }))
    const due: SessionKey[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Store['due']>> = await store.due({
        now: 50,
        limit: 1,
        ...(after !== null && { after }),
      })
      due.push(...page.items)
      after = page.next
    } while (after !== null)
    const names = due.map(({ owner, id }) => `${owner.app}/${owner.user}/${id}`).sort()
    assertEqual(names, ['docs/ada/s1', 'docs/bob/s1'])
  },
}
