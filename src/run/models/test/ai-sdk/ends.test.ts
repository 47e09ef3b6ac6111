// Answers that end early: aborts, errors after each part, and refusals.
import { expect, test } from 'vitest'
import { targets } from '../../../../../test/targets.ts'
import { agent, compile, restoreSession } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import { fakeProvider } from '../../../../testing/index.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { aiSdkModel, type LanguageModel } from '../../../vendor/ai-sdk/index.ts'
import { finish, type Part, silence, streaming, words } from './model.ts'
import { done, everything, ids, key, running } from './running.ts'

test('an abort at any part leaves a session that every target takes', async () => {
  const partial = []
  for (let at = 0; at <= everything.length; at++) {
    const controller = new AbortController()
    const stop = (): Promise<unknown> => {
      controller.abort()
      return silence()
    }
    const model = streaming([[...everything.slice(0, at), stop], done])
    const { run, runner, events, program } = running(model)
    const { outcome } = await run('Weather?', controller.signal)
    expect(outcome.status, `part ${at}`).toBe('cancelled')
    expect(model.calls[0]?.abortSignal.aborted).toBe(true)
    expect(model.cancelled()).toBe(1)
    const answered = (await events()).filter(({ author }) => author === 'bot')
    partial.push(
      ...answered.map(({ parts }) => parts.map(part => (part.kind === 'text' ? part.text : part.kind))),
    )
    // The next message continues the session.
    expect(await runner.run(key, { message: 'And now?' }).outcome).toMatchObject({
      status: 'done',
      text: 'Sunny.',
    })
    const session = restoreSession({ id: 's1', state: {}, events: await events() })
    for (const [name, { models }] of Object.entries(targets)) {
      const target = name as keyof typeof targets
      const compiled = await compile(program, session, { target, model: models[0] })
      if (!compiled.ok) throw new Error(`${at} ${name}: ${compiled.diagnostics[0]?.message}`)
      const request = { ...(compiled.request as object), model: models[0] }
      expect(fakeProvider(target).violations(request), `part ${at}, ${name}`).toEqual([])
    }
  }
  expect(partial).toEqual([
    ['I look'],
    ...Array.from({ length: everything.length - 13 }, () => ['I look it up.']),
  ])
})

test.each<[string, (parts: readonly Part[]) => LanguageModel, RegExp]>([
  [
    'an error part',
    parts => streaming([[...parts, { type: 'error', error: new Error('overloaded') }]]),
    /^overloaded$/,
  ],
  [
    'an error part of text',
    parts => streaming([[...parts, { type: 'error', error: 'overloaded' }]]),
    /^overloaded$/,
  ],
  [
    'an object as error',
    parts => streaming([[...parts, { type: 'error', error: { code: 1 } }]]),
    /sent an error$/,
  ],
  [
    'a stream that fails',
    parts =>
      streaming([
        [
          ...parts,
          () => {
            throw new Error('socket hang up')
          },
        ],
      ]),
    /^socket hang up$/,
  ],
  ['a stream without an end', parts => streaming([parts]), /ended without an answer/],
  ['an interrupted stream', parts => streaming([[...parts, finish('interrupted')]]), /interrupted/],
  ['an error as end', parts => streaming([[...parts, finish('error', 'MALFORMED')]]), /MALFORMED/],
])('%s at any place is an error of the call, and the next model answers', async (_, failing, message) => {
  for (let at = 0; at <= everything.length; at++) {
    const model = failing(everything.slice(0, at))
    const errors: unknown[] = []
    const program = agent({ name: 'bot', model: [...ids] })
    const store = inMemoryStore()
    const models = { [ids[0]]: aiSdkModel(model), [ids[1]]: aiSdkModel(streaming([done])) }
    const outcome = await createRunner({ program, store, models }).run(key, { message: 'Hi' }).outcome
    expect(outcome, `part ${at}`).toMatchObject({ status: 'done', text: 'Sunny.' })
    const said = ((await store.read(key))?.events ?? []).filter(({ author }) => author === 'bot')
    expect(said.length).toBe(1)
    // If there is no other model, the error ends the run.
    const alone = createRunner({
      program: agent({ name: 'bot', model: ids[0] }),
      store: inMemoryStore(),
      models: () => aiSdkModel(failing(everything.slice(0, at))),
      callbacks: { onModelError: (_step, error) => void errors.push((error as Error).message) },
    })
    expect((await alone.run(key, { message: 'Hi' }).outcome).status).toBe('failed')
    expect(errors).toEqual([expect.stringMatching(message)])
  }
})

test.each([
  ['a refusal', [finish('content-filter', 'refusal')], 'the model gave no answer (refusal)'],
  [
    'sources alone',
    [{ type: 'source', id: 's', url: 'https://x.org' }, finish('stop')],
    'the model gave no answer',
  ],
])('%s without any text is an error that says why', async (_, parts, reason) => {
  const { run } = running(streaming([parts as readonly Part[]]), streaming([parts as readonly Part[]]))
  const { outcome } = await run('Hi')
  expect([outcome.status, outcome.reason]).toEqual(['failed', expect.stringContaining(reason)])
})

test('a refusal in words is an answer with its reason', async () => {
  const { run, events } = running(
    streaming([[...words('I cannot help.'), finish('content-filter', 'refusal')]]),
  )
  expect((await run('Hi')).outcome.text).toBe('I cannot help.')
  expect(JSON.stringify(await events())).toContain('"finish":"refusal"')
})

test('a call of a model that cannot be made is an error of the call', async () => {
  const doStream = () => Promise.reject(new Error('no key'))
  const { run } = running(streaming([], { doStream }), streaming([done]))
  expect((await run('Hi')).outcome.text).toBe('Sunny.')
})

test('a cancel does not wait for a model that ignores the signal', async () => {
  const controller = new AbortController()
  const begin = (): Promise<never> => {
    setTimeout(() => controller.abort(), 5)
    return new Promise(() => undefined)
  }
  const { run } = running(streaming([], { doStream: begin }))
  expect((await run('Hi', controller.signal)).outcome.status).toBe('cancelled')
})

test('a stream that begins after the abort is cancelled', async () => {
  const controller = new AbortController()
  const model = streaming([done])
  const late = async (options: never) => {
    controller.abort()
    await new Promise(resolve => setTimeout(resolve, 5))
    return model.doStream(options)
  }
  const client = aiSdkModel({ ...model, doStream: late })
  const parts = client.stream({ messages: [] }, { model: 'm', signal: controller.signal, key: 'k' })
  for await (const part of parts) expect(part).toBe(null)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(model.cancelled()).toBe(1)
})

test('a cancel does not wait for a download', async () => {
  const controller = new AbortController()
  const model = streaming([done])
  const download = (): Promise<never> => {
    controller.abort()
    return new Promise(() => undefined)
  }
  const url = new URL('https://example.com/a.png')
  const request = {
    messages: [{ role: 'user', content: [{ type: 'file', data: url.href, mediaType: 'image/png' }] }],
  }
  const client = aiSdkModel(model, { download })
  const parts = client.stream(request, { model: 'm', signal: controller.signal, key: 'k' })
  for await (const part of parts) expect(part).toBe(null)
  expect(model.calls.length).toBe(0)
})
