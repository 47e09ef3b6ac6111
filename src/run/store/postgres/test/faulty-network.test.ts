// Connections that are cut, delayed and halved on their way to the server, also after the server committed.
import { describe, expect, test } from 'vitest'
import { SteadyStore } from '../../../runner/store/steady-store.ts'
import { key } from '../../../runner/test/crash-programs.ts'
import { difference } from '../../../runner/test/essence.ts'
import { inMemoryStore, type Store } from '../../index.ts'
import { postgresStore } from '../index.ts'
import { clients, ownSchema, serverUrl } from './clients.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { runProgram } from './run-program.ts'

const deadlines = { call: 1_000, whole: 60_000 }

describe.each(Object.keys(clients) as (keyof typeof clients)[])('over %s', name => {
  /** Does work with a store behind a faulty proxy, and returns what the proxy did. */
  async function overFaults(schema: string, work: (store: Store) => Promise<void>) {
    const proxy = await startFaultyProxy(new URL(serverUrl), { share: 0.03, delay: 6 })
    const { client, end } = clients[name](proxy.url)
    await work(postgresStore(client, { schema }))
    await end()
    await proxy.stop()
    return proxy.counts
  }

  test('each acknowledged event is stored once, in the order of the appends', async () => {
    const schema = ownSchema()
    const [writers, each] = [4, 60]
    const keyOf = (writer: number) => ({ owner: { app: 'test' }, id: `s${writer}` })
    const { client, end } = clients[name](serverUrl)
    const direct = postgresStore(client, { schema })
    await direct.read(keyOf(0)) // creates the tables
    let [attempts, failures] = [0, 0]
    const counts = await overFaults(schema, async inner => {
      const append: Store['append'] = (...given) => {
        attempts++
        return inner.append(...given).catch(error => {
          failures++
          throw error
        })
      }
      const store = new SteadyStore(Object.create(inner, { append: { value: append } }), {
        deadlines,
        random: Math.random,
      })
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let at = 0; at < each; at++) {
            const events = [{ author: 'user', text: `${writer}.${at}` }]
            const scopes = [
              { key: `app:n${writer}`, value: at, trust: 'user' as const, expectedRevision: at },
            ]
            const write = { expectedRevision: at, events, status: 'due' as const, time: at, scopes }
            expect(await store.append(keyOf(writer), write)).toBe(at + 1)
          }
        }),
      )
    })
    for (let writer = 0; writer < writers; writer++) {
      const texts = (await direct.read(keyOf(writer)))?.events.map(
        ({ parts }) => (parts[0] as { readonly text: string }).text,
      )
      expect(texts).toEqual(Array.from({ length: each }, (_, at) => `${writer}.${at}`))
    }
    const scopes = await direct.scopes({ app: 'test' })
    expect([...scopes.values()].map(({ value, revision }) => [value, revision])).toEqual(
      Array(writers).fill([each - 1, each]),
    )
    await end()
    const repeated = attempts - writers * each
    console.info(
      `${name}: ${writers * each} appends, ${failures} without an answer, of which ${failures - repeated} were written, ${JSON.stringify(counts)}`,
    )
    for (const fault of Object.values(counts)) expect(fault).toBeGreaterThan(0)
    expect(failures - repeated).toBeGreaterThan(0)
  })

  test('runs end as undisturbed ones, and no tool runs again', async () => {
    const schema = ownSchema()
    const { client, end } = clients[name](serverUrl)
    const direct = postgresStore(client, { schema })
    await direct.read(key)
    const memory = inMemoryStore()
    const all = { cut: 0, halved: 0, unanswered: 0, delayed: 0 }
    for (const program of ['an agent with tools', 'a parallel group', 'an agent as a tool']) {
      const calm = await runProgram(program, memory, program, deadlines)
      const expected = (await memory.read({ ...key, id: program }))?.events ?? []
      const ids = [1, 2, 3, 4].map(round => `${program} ${round}`)
      const counts = await overFaults(schema, async store => {
        for (const id of ids) {
          const { status, runs } = await runProgram(program, store, id, deadlines)
          expect(status).toBe(calm.status)
          expect([...runs.values()].every(times => times === 1)).toBe(true)
        }
      })
      for (const id of ids)
        expect(difference(expected, (await direct.read({ ...key, id }))?.events ?? [], [])).toBeNull()
      for (const [fault, count] of Object.entries(counts)) all[fault as keyof typeof all] += count
    }
    console.info(`${name}: ${JSON.stringify(all)}`)
    expect(all.cut + all.halved + all.unanswered).toBeGreaterThan(0)
    await end()
  })
})
