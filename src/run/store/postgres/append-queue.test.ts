// Appends of many sessions at once become few statements, and none of them changes the outcome of another one.
import { expect, test } from 'vitest'
import { AppendQueue } from './append-queue.ts'
import type { Parameters } from './client.ts'
import type { Database } from './database.ts'

/** An error with a code of Postgres. */
const coded = (code: string) => Object.assign(new Error(`error ${code}`), { code })

/** A queue whose statements run when the test lets them, and fail as `fail` says for the sessions in them. */
function queueOf(fail: (ids: readonly string[]) => Error | undefined = () => undefined) {
  const statements: string[] = []
  const open: (() => void)[] = []
  const database = {
    runOnce: async (name: string, values: Parameters) => {
      const ids = values.filter((_, at) => at % 3 === 2) as string[]
      statements.push(`${name} ${ids.join(' ')}`)
      await new Promise<void>(resolve => open.push(resolve))
      const error = fail(ids)
      if (error !== undefined) throw error
      return [ids.map(id => `revision of ${id}`)]
    },
  }
  const queue = new AppendQueue(database as unknown as Database)
  const append = (id: string, locksKeys = false): Promise<string | null> =>
    queue.append(['app', 'user', id], locksKeys).catch((error: Error) => error.message)
  const letRun = async (): Promise<void> => {
    for (let idle = 0; idle < 5; idle++) {
      if (open.length > 0) idle = 0
      for (const run of open.splice(0)) run()
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return { append, letRun, statements }
}

const ids = Array.from({ length: 24 }, (_, at) => `s${String(at).padStart(2, '0')}`)

test('appends that wait become one statement, in the order of their keys', async () => {
  const { append, letRun, statements } = queueOf()
  const answers = Promise.all([...ids].reverse().map(id => append(id)))
  await letRun()
  expect(await answers).toEqual([...ids].reverse().map(id => `revision of ${id}`))
  const alone = ids.slice(-4).reverse()
  const [together, rest] = [ids.slice(4, 20), ids.slice(0, 4)]
  expect(statements).toEqual([
    ...alone.map(id => `append1 ${id}`),
    `append16 ${together.join(' ')}`,
    `append4 ${rest.join(' ')}`,
  ])
})

test('an append that Postgres refuses fails alone', async () => {
  const { append, letRun } = queueOf(given => (given.includes('s10') ? coded('22003') : undefined))
  const answers = Promise.all(ids.map(id => append(id)))
  await letRun()
  expect(await answers).toEqual(ids.map(id => (id === 's10' ? 'error 22003' : `revision of ${id}`)))
})

test.each(['ECONNRESET', '57P01', '08P01', '40003', 'XX000'])(
  'appends are not repeated after %s, because they may be stored',
  async code => {
    const { append, letRun, statements } = queueOf(given => (given.length > 1 ? coded(code) : undefined))
    const answers = Promise.all(ids.slice(0, 7).map(id => append(id)))
    await letRun()
    expect((await answers).slice(4)).toEqual(Array(3).fill(`error ${code}`))
    expect(statements).toHaveLength(5)
  },
)

test('an append that locks shared keys does not wait, and is made alone', async () => {
  const { append, letRun, statements } = queueOf()
  const answers = Promise.all([...ids.slice(0, 6).map(id => append(id)), append('keys', true)])
  await letRun()
  await answers
  expect(statements).toContain('append1 keys')
})

test('long appends do not share a statement', async () => {
  const { append, letRun, statements } = queueOf()
  const long = 'x'.repeat(600_000)
  const answers = Promise.all([...ids.slice(0, 4), `${long}1`, `${long}2`, `${long}3`].map(id => append(id)))
  await letRun()
  await answers
  expect(statements.map(each => each.split(' ')[0])).toEqual([
    ...Array(4).fill('append1'),
    'append2',
    'append1',
  ])
})
