// Messages of one process reach the others by the notifications of Postgres.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonValue } from '../../../../core/ir/json.ts'
import type { Relay, Store } from '../../index.ts'
import { runnerOf } from '../client.ts'
import { postgresStore } from '../index.ts'
import { DatabaseRelay } from '../relay/database-relay.ts'
import { listenWith } from '../relay/listen.ts'
import { clients, ownSchema, serverUrl } from './clients.ts'

const keyOf = (id: string) => ({ owner: { app: 'test', user: 'ada' }, id })
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Waits until something is the case. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries === 1_000) throw new Error('it did not become so')
    await pause(10)
  }
}

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Returns the stores of two processes that listen. */
function twoStores(): readonly [Store & { readonly relay: Relay }, Relay] {
  const schema = ownSchema()
  const made = [1, 2].map(() => {
    const { client, end } = clients.pg(serverUrl)
    const store = postgresStore(client, { schema, listen: true })
    ends.push(end, () => store.close())
    return store as Store & { readonly relay: Relay }
  })
  return [made[0] as never, made[1]?.relay as Relay]
}

/** Listens to a session, and collects its messages. */
function heard(relay: Relay, id: string): JsonValue[] {
  const messages: JsonValue[] = []
  relay.subscribe(keyOf(id), message => messages.push(message))
  return messages
}

/** All notifications of the server that a test did not send itself. */
const notifications: string[] = []
const outside = new pg.Client(serverUrl)
const listenTo = async (schema: string): Promise<void> => {
  const { digest } = await import('../../../../core/text/digest.ts')
  await outside.query(`listen ctxc_${digest(schema).slice(0, 32)}`)
}
beforeAll(() => outside.connect())
ends.push(() => outside.end())
outside.on('notification', ({ payload }) => notifications.push(payload ?? ''))

test('a message reaches the listeners of its session in both processes, once and in order', async () => {
  const [{ relay: one }, two] = twoStores()
  const [mine, theirs, others] = [heard(one, 'a'), heard(two, 'a'), heard(two, 'b')]
  // The first message goes out with the news that this process listens.
  two.publish(keyOf('a'), 'first')
  await until(() => mine.length === 1)
  const sent: JsonValue[] = []
  for (let at = 0; at < 300; at++) {
    const message = { at, text: 'é👍\0\ud800'.repeat(at % 100 === 0 ? 3_000 : 3) }
    sent.push(message)
    one.publish(keyOf('a'), message)
    if (at % 10 === 0) await pause(5)
  }
  await until(() => theirs.length === 301)
  expect(theirs).toEqual(['first', ...sent])
  expect(mine).toEqual(['first', ...sent])
  expect(others).toEqual([])
})

test('messages go on after the server closed all connections', async () => {
  const [{ relay: one }, two] = twoStores()
  const theirs = heard(two, 'a')
  heard(one, 'a')
  two.publish(keyOf('a'), 'hello')
  await pause(200)
  one.publish(keyOf('a'), 'before')
  await until(() => theirs.includes('before'))
  await outside.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query ilike $1 and pid <> pg_backend_pid()',
    ['listen %'],
  )
  for (let tries = 0; !theirs.includes('after'); tries++) {
    if (tries === 100) throw new Error('no message came')
    one.publish(keyOf('a'), 'after')
    await pause(100)
  }
})

/** Returns the relay of a process in a schema. */
function relayIn(schema: string, more: object = {}): DatabaseRelay {
  const { client, end } = clients.pg(serverUrl)
  const relay = new DatabaseRelay({
    ...{ run: runnerOf(client), listen: listenWith(client), schema },
    ...{ process: crypto.randomUUID(), onError: () => {}, ...more },
  })
  ends.push(end, () => relay.close())
  return relay
}

test('messages about a session that no other process listens to are not sent', async () => {
  const schema = ownSchema()
  await listenTo(schema)
  notifications.length = 0
  const relay = relayIn(schema)
  const mine = heard(relay, 'a')
  await until(() => notifications.length === 1)
  for (let at = 0; at < 50; at++) relay.publish(keyOf('a'), at)
  await pause(300)
  expect(mine).toHaveLength(50)
  expect(notifications).toHaveLength(1)
})

test('a process sends at most 20 notifications a second, and a process that left gets none', async () => {
  const schema = ownSchema()
  await listenTo(schema)
  const [one, two] = [relayIn(schema), relayIn(schema)]
  const leave = two.subscribe(keyOf('a'), () => {})
  heard(one, 'a')
  await pause(400)
  notifications.length = 0
  const seconds = 2
  for (const from = Date.now(); Date.now() - from < seconds * 1_000; await pause(3))
    one.publish(keyOf('a'), 'x'.repeat(50))
  const { length } = notifications
  console.info(`${length} notifications in ${seconds} s`)
  expect(length).toBeGreaterThan(10)
  expect(length).toBeLessThanOrEqual(20 * seconds + 1)
  leave()
  await pause(300)
  notifications.length = 0
  one.publish(keyOf('a'), 'late')
  await pause(200)
  expect(notifications).toEqual([])
})

test('a process keeps no connection of its pool when it listens to nothing', async () => {
  const { client, end } = clients.pg(serverUrl)
  const store = postgresStore(client, { schema: ownSchema(), listen: true })
  const leave = store.relay?.subscribe(keyOf('a'), () => {})
  await until(() => client.totalCount - client.idleCount === 1)
  leave?.()
  await until(() => client.totalCount - client.idleCount === 0)
  await end()
})

test('a process is told once if the database delivers no notifications', async () => {
  const errors: string[] = []
  const relay = relayIn(ownSchema(), {
    // As behind pgbouncer: the server listens on another connection.
    listen: async (_: string, { onListening }: { readonly onListening: () => void }) => {
      onListening()
      return async () => {}
    },
    onError: ({ message }: Error) => errors.push(message),
    silence: 300,
  })
  const mine = heard(relay, 'a')
  await until(() => errors.length > 0)
  heard(relay, 'b')
  relay.publish(keyOf('a'), 'still here')
  await pause(500)
  expect(errors).toEqual([expect.stringContaining('delivers no notifications to postgresStore')])
  expect(mine).toEqual(['still here'])
})

test('a client that has no connection to spare is refused', () => {
  for (const refused of [new pg.Client(), new pg.Pool({ max: 1 }), clients.postgres().client])
    expect(() => postgresStore(refused, { listen: true })).toThrow(/needs a Pool of the package pg/)
  expect(postgresStore(clients.pg().client, { listen: true }).relay).toBeDefined()
})
