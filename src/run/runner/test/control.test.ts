// Control of runs: approvals, messages during a run, cancels, timeouts, limits, and several runners of one store.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { redact } from '../../../core/protect/index.ts'
import type { Member } from '../../../index.ts'
import { createRunner, type RunnerOptions, unknownOutcomeText } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const model = 'gpt-5.4'
const by = { by: 'Ada' }

function running(
  program: Member,
  script: Script,
  more: Partial<RunnerOptions> = {},
  store: Store = inMemoryStore(),
) {
  const client = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => client, now: () => 1_000, ...more })
  const run = (message: string) => runner.run(key, { message }).outcome
  const texts = async () =>
    ((await store.read(key))?.events ?? []).flatMap(({ author, parts }) =>
      parts.map(part => {
        if (part.kind === 'text') return `${author}: ${part.text}`
        if (part.kind === 'tool-call') return `${author} calls ${part.name}`
        const [content] = part.kind === 'tool-result' ? part.content : []
        return `result: ${content?.kind === 'text' ? content.text : JSON.stringify(content)}`
      }),
    )
  return { runner, store, client, run, texts }
}

const paid: unknown[] = []
const pay = tool({
  name: 'pay',
  parameters: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  needsApproval: ({ sum }) => Number(sum) > 100,
  execute: input => {
    paid.push(input)
    return 'paid'
  },
})
const payer = (tools = [pay]) => agent({ name: 'payer', model, tools })
const call = (sum: number) => ({ calls: [{ name: 'pay', arguments: { sum } }] })

test('a call waits for approval, also over a restart, and runs once it is approved', async () => {
  paid.length = 0
  const store = inMemoryStore()
  const first = running(payer(), [call(500)], {}, store)
  expect(await first.run('Pay.')).toMatchObject({ status: 'waiting', waiting: ['1.0'] })
  await first.runner.stop()
  const second = running(payer(), ['Done.'], {}, store)
  expect((await second.runner.resume(key).outcome).status).toBe('waiting')
  await second.runner.approve(key, '1.0', by)
  expect(await second.runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Done.' })
  expect(paid).toEqual([{ sum: 500 }])
  expect(await second.texts()).toEqual(['user: Pay.', 'payer calls pay', 'result: paid', 'payer: Done.'])
})

test('a call without need of approval runs at once', async () => {
  paid.length = 0
  const { run } = running(payer(), [call(5), 'Done.'])
  expect((await run('Pay.')).status).toBe('done')
  expect(paid).toEqual([{ sum: 5 }])
})

test('a denied call does not run, and the model is told why', async () => {
  paid.length = 0
  const { runner, run, texts } = running(payer(), [call(500), 'I see.'])
  await run('Pay.')
  await runner.deny(key, '1.0', { ...by, why: 'too much' })
  expect((await runner.resume(key).outcome).text).toBe('I see.')
  expect(paid).toEqual([])
  expect(await texts()).toContain('result: Error: the call was denied: too much')
})

test('a decision on a call that does not wait is refused', async () => {
  const { runner, run } = running(payer(), [call(500), 'Done.'])
  await expect(runner.approve(key, '1.0', by)).rejects.toThrow("no call '1.0'")
  await run('Pay.')
  await expect(runner.approve(key, '0.0', by)).rejects.toThrow("no call '0.0'")
  await runner.approve(key, '1.0', by)
  await runner.resume(key).outcome
  await expect(runner.approve(key, '1.0', by)).rejects.toThrow("no call '1.0'")
})

test('an approval does not count for another declaration: the call waits again', async () => {
  paid.length = 0
  const store = inMemoryStore()
  const first = running(payer(), [call(500)], {}, store)
  await first.run('Pay.')
  await first.runner.stop()
  // A process with the old declaration decides, and a process with a new declaration runs the call.
  const slow = {
    start: async () => {},
    wake: async () => {},
    stop: async () => {},
  } as never
  await running(payer(), [], { driver: slow }, store).runner.approve(key, '1.0', by)
  const changed = running(payer([{ ...pay, description: 'Pays twice.' }]), ['Done.'], {}, store)
  expect(await changed.runner.resume(key).outcome).toMatchObject({ status: 'waiting', waiting: ['1.0'] })
  expect(paid).toEqual([])
})

test('an approval of a call whose tool was declared anew since it waits is none: it waits again', async () => {
  paid.length = 0
  const store = inMemoryStore()
  const first = running(payer(), [call(500)], {}, store)
  await first.run('Pay.')
  await first.runner.stop()
  const other = running(payer([{ ...pay, description: 'Pays all that you have.' }]), ['Done.'], {}, store)
  await expect(other.runner.approve(key, '1.0', by)).rejects.toThrow(/declared anew/)
  expect((await other.runner.resume(key).outcome).status).toBe('waiting')
  expect(paid).toEqual([])
  // The person has seen the call with its current declaration.
  await other.runner.approve(key, '1.0', by)
  expect((await other.runner.resume(key).outcome).status).toBe('done')
  expect(paid).toEqual([{ sum: 500 }])
})

test('an approval that has expired does not count', async () => {
  paid.length = 0
  const { runner, run } = running(payer(), [call(500), 'Done.'])
  await run('Pay.')
  await runner.approve(key, '1.0', { ...by, until: 999 })
  expect((await runner.resume(key).outcome).status).toBe('waiting')
  expect(paid).toEqual([])
})

test('no model is called while a call waits, and a message of then is answered after it', async () => {
  const { runner, run, client, texts } = running(payer(), [call(500), 'Both done.'])
  await run('Pay.')
  await runner.send(key, 'And thank Eve.')
  expect((await runner.resume(key).outcome).status).toBe('waiting')
  expect(client.requests).toHaveLength(1)
  await runner.approve(key, '1.0', by)
  expect((await runner.resume(key).outcome).text).toBe('Both done.')
  expect(await texts()).toEqual([
    'user: Pay.',
    'payer calls pay',
    'user: And thank Eve.',
    'result: paid',
    'payer: Both done.',
  ])
})

test('an interrupting message closes the calls that wait', async () => {
  paid.length = 0
  const { runner, run, texts } = running(payer(), [call(500), 'Stopped.'])
  await run('Pay.')
  await runner.send(key, 'Stop!', { interrupt: true })
  expect((await runner.resume(key).outcome).text).toBe('Stopped.')
  expect(paid).toEqual([])
  expect((await texts())[2]).toBe('result: Error: the call was denied, because the user said something else')
})

test('a message during a model call is answered in the same run', async () => {
  const helper = agent({ name: 'helper', model })
  let sent: Promise<number> | null = null
  const given = running(helper, () => {
    sent ??= given.runner.send(key, 'And Oslo?')
    return { text: given.client.requests.length === 1 ? 'Rome: rain.' : 'Oslo: snow.', delay: 20 }
  })
  expect((await given.run('Rome?')).text).toBe('Oslo: snow.')
  expect(await given.texts()).toEqual([
    'user: Rome?',
    'user: And Oslo?',
    'helper: Rome: rain.',
    'helper: Oslo: snow.',
  ])
})

test('a message that is sent again with its id is appended once, also by another runner', async () => {
  const store = inMemoryStore()
  const { runner, texts } = running(payer(), ['Hello.', 'Again.', 'Once more.'], {}, store)
  const input = { message: 'Hi', messageId: 'm1' }
  expect((await runner.run(key, input).outcome).text).toBe('Hello.')
  expect(await runner.run(key, input).outcome).toMatchObject({ status: 'done', text: 'Hello.' })
  const revision = await runner.send(key, 'Hi', { messageId: 'm1' })
  expect(revision).toBe((await store.read(key))?.events.length)
  const other = running(payer(), ['Again.', 'Once more.'], {}, store).runner
  await Promise.all([
    other.send(key, 'Hi', { messageId: 'm1' }),
    other.send(key, 'You?', { messageId: 'm2' }),
  ])
  expect((await other.run(key, { message: 'You?', messageId: 'm2' }).outcome).text).toBe('Again.')
  expect(await texts()).toEqual(['user: Hi', 'payer: Hello.', 'user: You?', 'payer: Again.'])
  // A message that was rewound can be sent again.
  await other.rewind(key, 2)
  expect((await other.run(key, { message: 'You?', messageId: 'm2' }).outcome).text).toBe('Once more.')
  for (const messageId of ['', 5, null] as never[])
    expect(() => runner.run(key, { message: 'Hi', messageId })).toThrow(/messageId must be a string/)
  expect(() => runner.run(key, { messageId: 'm3' })).toThrow('messageId needs a message')
})

test('another message with the id of one in the session is refused', async () => {
  const { runner, texts } = running(payer(), ['Hello.'])
  await runner.run(key, { message: 'Book Paris', messageId: 'm1' }).outcome
  const other = { message: 'Book London', messageId: 'm1' }
  for (const refused of [runner.run(key, other).outcome, runner.send(key, 'Book London', other)])
    await expect(refused).rejects.toMatchObject({
      name: 'MessageError',
      message: expect.stringContaining("the message 'm1' of session"),
    })
  expect(await texts()).toEqual(['user: Book Paris', 'payer: Hello.'])
})

test('a message is known again if the session holds it without its values', async () => {
  const protect = [redact({ pii: ['email'], store: true })]
  const { runner, texts } = running(agent({ name: 'payer', model: 'gpt-5.4', protect }), ['Hello.'])
  const input = { message: 'I am anna@example.org.', messageId: 'm1' }
  await runner.run(key, input).outcome
  await runner.run(key, input).outcome
  expect(await texts()).toEqual(['user: I am [removed:email].', 'payer: Hello.'])
})

test('a message that interrupts what waits denies those calls, and leaves calls that run', async () => {
  let end = (): void => {}
  const slow = tool({
    name: 'slow',
    execute: () => new Promise<string>(resolve => (end = () => resolve('seen'))),
  })
  const pay = tool({ name: 'pay', needsApproval: true, execute: () => 'paid' })
  const program = agent({ name: 'payer', model: 'gpt-5.4', tools: [slow, pay] })
  const { runner, store } = running(program, [{ calls: [{ name: 'slow' }, { name: 'pay' }] }, 'Fine.'])
  const first = runner.run(key, { message: 'Pay' })
  for await (const event of first)
    if (event.type === 'event' && event.event.actions?.run?.waits !== undefined) break
  const second = runner.run(key, { message: 'Do not pay', interrupt: 'waiting' })
  for await (const event of second) if (event.type === 'event' && event.event.author === 'user') break
  end()
  expect((await second.outcome).text).toBe('Fine.')
  const results = (await store.read(key))?.events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [JSON.stringify(part.content)] : [])),
  )
  expect(results).toHaveLength(2)
  expect(results?.[0]).toContain('the call was denied, because the user said something else')
  expect(results?.[1]).toContain('seen')
  for (const interrupt of ['all', 1] as never[])
    expect(() => runner.run(key, { message: 'Hi', interrupt })).toThrow(/run.interrupt must be true, false/)
  expect(() => runner.run(key, { interrupt: true })).toThrow('interrupt needs a message')
})

test('whoever follows a session is given the log from any place first, and then what is being streamed', async () => {
  const { runner, run } = running(payer(), ['Hello.', { text: 'One two three.', delay: 20 }])
  await run('Hi')
  const seqs = async (from?: number) => {
    const stream = runner.resume(key, from === undefined ? {} : { from })
    const seen: number[] = []
    for await (const event of stream) if (event.type === 'event') seen.push(event.event.seq)
    return seen
  }
  expect([await seqs(), await seqs(0), await seqs(1), await seqs(99)]).toEqual([[], [0, 1, 2], [1, 2], []])
  const first = runner.run(key, { message: 'And?' })
  let joined: Promise<string> | null = null
  for await (const event of first)
    if (event.type === 'delta' && joined === null) {
      const second = runner.resume(key)
      joined = (async () => {
        let text = ''
        for await (const each of second) if (each.type === 'delta') text += each.text
        return text
      })()
    }
  expect(await joined).toBe('One two three.')
  for (const from of [-1, 1.5, '0', Number.NaN] as never[])
    expect(() => runner.resume(key, { from })).toThrow(/from must be a whole number/)
})

test('a cancel stops the model and keeps what had arrived', async () => {
  const helper = agent({ name: 'helper', model })
  const { runner, store } = running(helper, ['one two three four five'])
  const stream = runner.run(key, { message: 'Count.' })
  let deltas = 0
  for await (const event of stream)
    if (event.type === 'delta' && ++deltas === 2) await runner.cancel(key, { why: 'enough' })
  expect(await stream.outcome).toMatchObject({ status: 'cancelled', reason: 'the run was cancelled: enough' })
  const partial = (await store.read(key))?.events.find(({ actions }) => actions?.run?.answered?.partial)
  expect(JSON.stringify(partial?.parts)).toContain('one two')
})

test('a signal cancels the run, and leaving the loop does not', async () => {
  const helper = agent({ name: 'helper', model })
  const controller = new AbortController()
  const { runner } = running(helper, [{ text: 'late', delay: 10_000 }, 'Here.'])
  const { outcome } = runner.run(key, { message: 'Hi', signal: controller.signal })
  setTimeout(() => controller.abort(), 10)
  expect((await outcome).status).toBe('cancelled')
  const stream = runner.run(key, { message: 'Hi' })
  for await (const event of stream) if (event.type === 'delta') break
  expect((await stream.outcome).text).toBe('Here.')
})

test('a tool that takes too long is an error result', async () => {
  const slow = tool({ name: 'slow', timeoutMs: 20, execute: () => new Promise(() => {}) })
  const helper = agent({ name: 'helper', model, tools: [slow] })
  const { run, texts } = running(helper, [{ calls: [{ name: 'slow' }] }, 'Too slow.'])
  expect((await run('Go')).text).toBe('Too slow.')
  expect((await texts())[2]).toBe('result: Error: the call took longer than 20 ms and was stopped')
})

test.each([
  ['an unknown tool', { name: 'lookup' }, "Error: there is no tool 'lookup'; the tools are pay"],
  ['invalid arguments', { name: 'pay', arguments: { sum: 'x' } }, /^Error: invalid arguments: sum: .*number/],
  ['missing arguments', { name: 'pay', arguments: {} }, /^Error: invalid arguments: .*"sum"/],
  [
    'arguments that are no JSON',
    { name: 'pay', arguments: '{"sum":' },
    /^Error: invalid arguments: the arguments are no JSON/,
  ],
])('%s: one error result, and the run goes on', async (_, made, expected) => {
  const { run, texts } = running(payer(), [{ calls: [made] }, 'Sorry.'])
  expect((await run('Pay.')).text).toBe('Sorry.')
  expect((await texts())[2]).toMatch(
    expected instanceof RegExp ? new RegExp(`result: ${expected.source.slice(1)}`) : expected,
  )
})

test('an exception of a tool is its result', async () => {
  const broken = tool({
    name: 'broken',
    execute: () => {
      throw new Error('no network')
    },
  })
  const { run, texts } = running(agent({ name: 'helper', model, tools: [broken] }), [
    { calls: [{ name: 'broken' }] },
    'Sorry.',
  ])
  await run('Go')
  expect((await texts())[2]).toBe('result: Error: no network')
})

test('a limit ends the run as a status, and the session stays usable', async () => {
  const look = tool({ name: 'look', parameters: { type: 'object' }, execute: () => 'x' })
  const helper = agent({ name: 'helper', model, tools: [look] })
  let count = 0
  const given = running(helper, () => ({ calls: [{ name: 'look', arguments: { n: ++count } }] }), {
    limits: { steps: 3 },
  })
  expect(await given.run('Go')).toMatchObject({
    status: 'limited',
    reason: 'the limit on steps (3) was reached',
  })
  expect(given.client.requests).toHaveLength(3)
  expect((await given.runner.resume(key, { limits: { steps: 5 } }).outcome).status).toBe('limited')
  expect(given.client.requests).toHaveLength(5)
})

test('the same call three times in a row ends the run', async () => {
  const look = tool({ name: 'look', execute: () => 'x' })
  const { run, client } = running(agent({ name: 'helper', model, tools: [look] }), () => ({
    calls: [{ name: 'look' }],
  }))
  expect(await run('Go')).toMatchObject({ status: 'limited', reason: 'the limit on repeats (3) was reached' })
  expect(client.requests).toHaveLength(3)
})

test('a tool runs at most as often at once as it allows', async () => {
  let now = 0
  let most = 0
  const look = tool({
    name: 'look',
    parameters: { type: 'object' },
    concurrency: 2,
    execute: async () => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, 5))
      now--
      return 'x'
    },
  })
  const calls = Array.from({ length: 6 }, (_, n) => ({ name: 'look', arguments: { n } }))
  const { run } = running(agent({ name: 'helper', model, tools: [look] }), [{ calls }, 'Done.'])
  expect((await run('Go')).status).toBe('done')
  expect(most).toBe(2)
})

test('a call that must be reported is not run again after a stop', async () => {
  let times = 0
  const send = tool({
    name: 'send',
    onInterrupt: 'report',
    execute: () => {
      times++
      return new Promise(() => {})
    },
  })
  const store = inMemoryStore()
  const helper = agent({ name: 'helper', model, tools: [send] })
  const first = running(helper, [{ calls: [{ name: 'send' }] }], {}, store)
  const { outcome } = first.runner.run(key, { message: 'Go' })
  while (times === 0) await new Promise(resolve => setTimeout(resolve, 1))
  await first.runner.stop()
  await expect(outcome).rejects.toThrow('the runner was stopped')
  const second = running(helper, ['Not known.'], {}, store)
  expect((await second.runner.resume(key).outcome).text).toBe('Not known.')
  expect(times).toBe(1)
  expect((await second.texts())[2]).toBe(`result: Error: ${unknownOutcomeText}`)
})

test('an answer that the schema does not allow is asked for again, at most twice', async () => {
  const outputSchema = {
    type: 'object' as const,
    properties: { city: { type: 'string' } },
    required: ['city'],
  }
  const helper = agent({ name: 'helper', model, outputSchema, outputKey: 'place' })
  const good = running(helper, ['Rome', '{"city":"Rome"}'])
  expect(await good.run('Where?')).toMatchObject({ status: 'done', state: { place: { city: 'Rome' } } })
  const bad = running(helper, () => 'Rome')
  expect(await bad.run('Where?')).toMatchObject({ status: 'failed' })
  expect(bad.client.requests).toHaveLength(3)
})

test('two runners of one store make one run', async () => {
  const store = inMemoryStore()
  const helper = agent({ name: 'helper', model })
  const one = running(helper, () => 'Hello.', {}, store)
  const two = running(helper, () => 'Hello.', {}, store)
  await Promise.all([one.run('Hi'), two.run('Ho')])
  const texts = await one.texts()
  expect(texts.filter(text => text.startsWith('user'))).toHaveLength(2)
  expect((await one.runner.resume(key).outcome).status).toBe('done')
})

test('values of a user reach the next session, and not another user', async () => {
  const remember = tool({
    name: 'remember',
    parameters: { type: 'object' },
    execute: ({ name }, context) => {
      ;(context as { state: { set(key: string, value: string): void } }).state.set('user:name', String(name))
      return 'ok'
    },
  })
  const helper = agent({ name: 'helper', model, instruction: 'Help {user:name?}.', tools: [remember] })
  const store = inMemoryStore()
  const { runner, client } = running(
    helper,
    [{ calls: [{ name: 'remember', arguments: { name: 'Ada' } }] }, 'Ok.', 'Hi Ada.', 'Hi.'],
    {},
    store,
  )
  await runner.run(key, { message: 'I am Ada.' }).outcome
  await runner.run({ ...key, id: 's2' }, { message: 'Hi' }).outcome
  expect(JSON.stringify(client.requests[2])).toContain('Help Ada.')
  await runner.run({ owner: { app: 'test', user: 'bob' }, id: 's1' }, { message: 'Hi' }).outcome
  expect(JSON.stringify(client.requests[3])).not.toContain('Ada')
})

test('a message that takes the place of an earlier one is appended together with the rewind', async () => {
  const { runner, store, client } = running(agent({ name: 'bot', model }), () => 'Fine.')
  const commits: number[] = []
  const append = store.append.bind(store)
  store.append = (of, write) => {
    commits.push(write.events.length)
    return append(of, write)
  }
  await runner.run(key, { message: 'Old', messageId: 'm1' }).outcome
  const rewindTo = (await runner.events(key))?.findIndex(({ author }) => author === 'user') as number
  commits.length = 0
  await runner.run(key, { message: 'New', messageId: 'm1', rewindTo }).outcome
  expect(commits[0]).toBe(2)
  const asked = JSON.stringify(client.requests.at(-1))
  expect([asked.includes('New'), asked.includes('Old')]).toEqual([true, false])
  await expect(runner.run(key, { message: 'x', rewindTo: 99 }).outcome).rejects.toThrow(RangeError)
  expect(() => runner.run(key, { rewindTo: 0 })).toThrow('rewindTo needs a message')
})

test('an edit that is repeated takes nothing back, and is asked once', async () => {
  const { runner, store, client } = running(agent({ name: 'bot', model }), () => 'Fine.')
  await runner.run(key, { message: 'Old', messageId: 'm1' }).outcome
  await runner.run(key, { message: 'Later', messageId: 'm2' }).outcome
  const edit = { message: 'New', messageId: 'm1', rewindTo: 0 }
  const outcomes = [runner.run(key, edit).outcome, runner.run(key, edit).outcome]
  expect((await Promise.all(outcomes)).map(({ text }) => text)).toEqual(['Fine.', 'Fine.'])
  const { revision } = (await store.read(key)) ?? {}
  await runner.run(key, edit).outcome
  expect((await store.read(key))?.revision).toBe(revision)
  expect(client.requests).toHaveLength(3)
  await runner.run(key, { ...edit, message: 'Newer' }).outcome
  expect(client.requests).toHaveLength(4)
})

test('a runner tells whether a session has a message, and appends nothing', async () => {
  const { runner, store } = running(agent({ name: 'bot', model }), () => 'Fine.')
  expect(await runner.hasMessage(key, 'Hi', 'm1')).toBe(false)
  expect(await store.read(key)).toBeNull()
  await runner.run(key, { message: 'Hi', messageId: 'm1' }).outcome
  expect(await runner.hasMessage(key, 'Hi', 'm1')).toBe(true)
  expect(await runner.hasMessage(key, 'Ho', 'm1')).toBe(false)
  await runner.rewind(key, 0)
  expect(await runner.hasMessage(key, 'Hi', 'm1')).toBe(false)
})
