// Forks, rewinds, failed steps, and events around a cancel.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { fallback, type Member, pipeline, S, tap } from '../../../index.ts'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const copy = { ...key, id: 's2' }
const model = 'gpt-5.4'

function running(program: Member, client: ModelClient, more: Partial<RunnerOptions> = {}) {
  const store = more.store ?? inMemoryStore()
  const runner = createRunner({ program, store, models: () => client, ...more })
  const texts = async (of = key) =>
    ((await store.read(of))?.events ?? []).flatMap(({ author, parts }) =>
      parts.map(part => {
        const [content] = part.kind === 'tool-result' ? part.content : [part]
        const text = content?.kind === 'text' ? content.text : part.kind
        return `${author}: ${text}`
      }),
    )
  return { runner, store, texts }
}

const scripted = (...script: Extract<Script, readonly unknown[]>) => scriptedModel(script)

/** Returns a promise and the function that resolves it. */
function signalled() {
  let resolve = (): void => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

let ran = 0
const act = tool({ name: 'act', needsApproval: true, execute: () => `done ${++ran}` })
const actor = agent({ name: 'actor', model, tools: [act] })
const call = { calls: [{ name: 'act' }] }

test('a copy has no open calls: one that waits, or is approved and has not run, stays with the session', async () => {
  ran = 0
  const { runner, texts } = running(actor, scripted(call, 'Copied.', 'Done.'))
  await runner.run(key, { message: 'Act.' }).outcome
  await runner.fork(key, 's2')
  await runner.approve(key, '1.0', { by: 'Ada' })
  expect((await runner.resume(copy).outcome).text).toBe('Copied.')
  expect(await texts(copy)).toContain("tool: Error: the call was denied: it belongs to the session 's1'")
  expect((await runner.resume(key).outcome).text).toBe('Done.')
  expect(ran).toBe(1)
})

test('a copy of the events after an approval does not use it', async () => {
  ran = 0
  const first = running(actor, scripted(call))
  await first.runner.run(key, { message: 'Act.' }).outcome
  await first.runner.approve(key, '1.0', { by: 'Ada' })
  await first.runner.stop()
  const { runner, texts } = running(actor, scripted('Copied.'), { store: first.store })
  await runner.fork(key, 's2')
  await runner.resume(copy).outcome
  expect(await texts(copy)).toContain("tool: Error: it belongs to the session 's1'")
})

test('a copy begins at an event, and its id must be free', async () => {
  const { runner, texts } = running(agent({ name: 'a', model }), scripted('One.', 'Two.', 'Other.'))
  await runner.run(key, { message: 'First' }).outcome
  await runner.run(key, { message: 'Second' }).outcome
  expect(await runner.fork(key, 's2', { at: 3 })).toBe(3)
  await runner.run(copy, { message: 'Else' }).outcome
  expect(await texts(copy)).toEqual(['user: First', 'a: One.', 'user: Else', 'a: Other.'])
  await expect(runner.fork(key, 's2')).rejects.toThrow(/revision/)
  await expect(runner.fork(key, 's3', { at: 99 })).rejects.toThrow(RangeError)
  await expect(runner.fork({ ...key, id: 'none' }, 's3')).rejects.toThrow("there is no session 'none'")
  await expect(runner.fork({ owner: { app: 'other' }, id: 's1' }, 's3')).rejects.toThrow(
    'there is no session',
  )
})

test('a rewind takes back messages and state, and a new message is answered without them', async () => {
  const client = scripted('One.', 'Two.', 'Three.')
  const { runner } = running(agent({ name: 'a', model, outputKey: 'last' }), client)
  await runner.run(key, { message: 'First', state: {} }).outcome
  const { revision } = await runner.run(key, { message: 'Second' }).outcome
  await runner.rewind(key, 3)
  const { state, text } = await runner.run(key, { message: 'Third' }).outcome
  expect({ state, text }).toEqual({ state: { last: 'Three.' }, text: 'Three.' })
  expect(JSON.stringify(client.requests.at(-1))).not.toContain('Second')
  await expect(runner.rewind(key, revision + 99)).rejects.toThrow(RangeError)
})

test('a rewind to between a call and its result keeps the result, and the run goes on from there', async () => {
  let times = 0
  const once = tool({ name: 'once', execute: () => `time ${++times}` })
  const client = scripted({ calls: [{ name: 'once' }] }, 'One.', 'Two.')
  const { runner, texts } = running(agent({ name: 'a', model, tools: [once] }), client)
  await runner.run(key, { message: 'Go' }).outcome
  await runner.rewind(key, 2)
  expect((await runner.resume(key).outcome).text).toBe('Two.')
  expect(times).toBe(1)
  expect(JSON.stringify(client.requests.at(-1))).toContain('time 1')
  expect((await texts()).at(-1)).toBe('a: Two.')
})

test('a rewind denies the calls that wait, so that no later decision runs them', async () => {
  ran = 0
  const { runner, texts } = running(actor, scripted({ text: 'First.', ...call }, 'Denied.'))
  await runner.run(key, { message: 'Act.' }).outcome
  // The record that the call waits is rewound.
  await runner.rewind(key, 2)
  expect((await runner.resume(key).outcome).text).toBe('Denied.')
  await expect(runner.approve(key, '1.1', { by: 'Ada' })).rejects.toThrow('waits for a decision')
  expect(await texts()).toContain('tool: Error: the session was rewound to before its result')
  expect(ran).toBe(0)
})

test('a session that does not exist is neither resumed nor cancelled', async () => {
  const { runner, store } = running(agent({ name: 'a', model }), scripted())
  await expect(runner.resume(key).outcome).rejects.toThrow("there is no session 's1'")
  await expect(runner.cancel(key)).rejects.toThrow("there is no session 's1'")
  expect(await store.read(key)).toBeNull()
})

test('a step that fails ends the run as failed', async () => {
  const strict = pipeline(
    S.guard(({ ready }) => ready === true, 'not ready'),
    agent({ name: 'a', model }),
  )
  const { runner } = running(strict as Member, scripted())
  const outcome = await runner.run(key, { message: 'Go' }).outcome
  expect(outcome).toMatchObject({ status: 'failed' })
  expect(outcome.reason).toMatch(/^S\.guard at pipeline\.members\[0\] failed: .*not ready/)
})

test('a step or tap that fails gives its turn to the next member of a fallback', async () => {
  const broken = tap(() => {
    throw new Error('no disk')
  })
  const strict = pipeline(
    S.guard(({ ready }) => ready === true, 'not ready'),
    agent({ name: 'a', model }),
  )
  const program = fallback(
    strict as never,
    pipeline(broken, agent({ name: 'b', model })) as never,
    agent({ name: 'c', model }),
  )
  const { runner, texts } = running(program as Member, scripted('From c.'))
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'done', text: 'From c.' })
  expect(await texts()).toEqual(['user: Go', 'c: From c.'])
})

test('an answer that is complete when the run is cancelled keeps its text, and its calls do not run', async () => {
  ran = 0
  const free = tool({ name: 'act', execute: () => `done ${++ran}` })
  const reached = signalled()
  const release = signalled()
  const slow = {
    afterModel: async () => {
      reached.resolve()
      await release.promise
      return undefined
    },
  }
  const client = scripted({ text: 'I will act.', ...call }, 'Next.')
  const { runner, texts } = running(agent({ name: 'a', model, tools: [free] }), client, { callbacks: slow })
  const stream = runner.run(key, { message: 'Go' })
  await reached.promise
  await runner.cancel(key)
  release.resolve()
  expect((await stream.outcome).status).toBe('cancelled')
  expect(await texts()).toEqual(['user: Go', 'a: I will act.'])
  expect(ran).toBe(0)
  expect((await runner.run(key, { message: 'And now?' }).outcome).text).toBe('Next.')
})

test('an answer to a cancelled run is not taken for the answer to a new message', async () => {
  const reached = signalled()
  const release = signalled()
  let calls = 0
  const client: ModelClient = {
    target: 'openai-chat',
    async *stream() {
      const own = ++calls
      yield { type: 'text', text: `answer ${own}` }
      if (own === 1) {
        reached.resolve()
        await release.promise
      }
      const message = { role: 'assistant', content: `answer ${own}` }
      yield { type: 'response', response: { choices: [{ message }] } }
    },
  }
  const { runner, texts } = running(agent({ name: 'a', model }), client)
  const first = runner.run(key, { message: 'First' })
  await reached.promise
  await runner.cancel(key)
  const second = runner.run(key, { message: 'Second' })
  // Waits until the message is appended, while the first call is in progress.
  while ((await texts()).length < 2) await new Promise(resolve => setTimeout(resolve, 1))
  release.resolve()
  await first.outcome
  expect((await second.outcome).text).toBe('answer 2')
})

test('deltas of calls have the declared name of the tool', async () => {
  const odd = tool({ name: 'look up', execute: () => 'found' })
  const client = scriptedModel(({ messages, tools }) => {
    const [first] = (tools ?? []) as readonly { readonly function: { readonly name: string } }[]
    return messages.length > 2 || first === undefined ? 'Done.' : { calls: [{ name: first.function.name }] }
  })
  const { runner } = running(agent({ name: 'a', model, tools: [odd] }), client)
  const names: string[] = []
  for await (const event of runner.run(key, { message: 'Go' }))
    if (event.type === 'delta' && event.kind === 'tool-call') names.push(event.tool ?? '')
  expect([...new Set(names)]).toEqual(['look up'])
})

test('recover runs the sessions of one app alone, if it is told so', async () => {
  const store = inMemoryStore()
  const other = { owner: { app: 'other' }, id: 's9' }
  for (const owned of [key, other])
    await store
      .append(owned, {
        expectedRevision: 0,
        events: [],
        status: 'due',
        wakeAt: null,
        time: 1,
        state: {},
        scopes: [],
      })
      .catch(() => {})
  const seen: string[] = []
  const client = scriptedModel((_, { key: call }) => {
    seen.push(call)
    return 'Hi.'
  })
  const program = agent({ name: 'a', model })
  const stuck = createRunner({ program, store, models: () => scriptedModel([{ delay: 60_000 }]) })
  for (const owned of [key, other]) void stuck.run(owned, { message: 'Hi' }).outcome.catch(() => {})
  const isBegun = async (of: typeof key): Promise<boolean> => ((await store.read(of))?.revision ?? 0) > 0
  while (!((await isBegun(key)) && (await isBegun(other))))
    await new Promise(resolve => setTimeout(resolve, 1))
  await stuck.stop()
  const { runner } = running(program, client, { store, app: 'other' })
  expect(await runner.recover()).toBe(1)
  await runner.resume(other).outcome
  expect(seen.every(call => call.startsWith('other/s9/'))).toBe(true)
})
