import { assertEqual, assertRejects } from '../assert.ts'
import { ada, key, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of malformed input. */
export const malformed: Requirements = {
  async 'rejects malformed input, and writes nothing'(store) {
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => store.append({ owner: { app: '' }, id: 's1' }, write(0, [])),
      () => store.append({ owner: ada, id: '' }, write(0, [])),
      () => store.append(key, write(-1, [])),
      () => store.append(key, write(0, [{ author: '' } as never])),
      () => store.append(key, write(0, [], { status: 'odd' as never })),
      () => store.append(key, write(0, [], { time: Number.NaN })),
      () => store.append(key, write(0, [], { scopes: [{ key: 'name', value: 1, trust: 'user' }] })),
      () =>
        store.append(
          { owner: { app: 'docs' }, id: 's1' },
          write(0, [], { scopes: [{ key: 'user:name', value: 1, trust: 'user' }] }),
        ),
      () => store.read(key, { from: 0.5 }),
      () => store.list(ada, { limit: 0 }),
      () => store.list(ada, { after: 'odd' }),
      () => store.fork(key, '', { time: 1 }),
    ]
    for (const [index, call] of wrong.entries()) {
      const error = await assertRejects(call)
      if (!(error instanceof TypeError))
        throw new Error(`call ${index}: expected a TypeError, got ${String(error)}`)
    }
    assertEqual((await store.list(ada)).items, [])
  },
}
