// An agent that works as a tool answers each call on a separate branch. It shares only the state with its caller.
import { describe, expect, test } from 'vitest'
import { check, flow } from '../../../check.ts'
import { agentTool } from '../../../core/agent/agent-tool.ts'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { compile, restoreSession } from '../../../index.ts'
import { parseProgram, writeProgram } from '../../../program.ts'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'

const translator = agent({
  name: 'translator',
  description: 'Translates.',
  instruction: 'Translate to {language?}.',
  outputKey: 'translation',
})
const writer = agent({ name: 'writer', model, instruction: 'Write.', tools: [agentTool(translator)] })

const asks = (...requests: readonly string[]) => ({
  calls: requests.map(request => ({ name: 'translator', arguments: { request } })),
})

function running(script: Script, more: Partial<RunnerOptions> = {}) {
  const store = inMemoryStore()
  const client = scriptedModel(script)
  const runner = createRunner({ program: writer, store, models: () => client, now: () => 0, ...more })
  const log = async () =>
    ((await store.read(key))?.events ?? []).flatMap(({ author, branch, parts }) =>
      parts.map(part => {
        const said =
          part.kind === 'text'
            ? part.text
            : part.kind === 'tool-call'
              ? `${part.name}()`
              : JSON.stringify('content' in part ? part.content : part.kind)
        return `${author}${branch === '' ? '' : `@${branch}`}: ${said}`
      }),
    )
  return { runner, store, client, log }
}

test('its last answer is the result of the call', async () => {
  const { runner, client, log } = running([asks('Hello'), 'Bonjour', 'It is "Bonjour".'])
  const state = { language: 'French' }
  expect(await runner.run(key, { message: 'What is hello?', state }).outcome).toMatchObject({
    status: 'done',
    text: 'It is "Bonjour".',
    state: { translation: 'Bonjour' },
  })
  expect(await log()).toEqual([
    'user: What is hello?',
    'writer: translator()',
    'user@call:1.0: Hello',
    'translator@call:1.0: Bonjour',
    'tool: [{"kind":"text","text":"Bonjour"}]',
    'writer: It is "Bonjour".',
  ])
  const [first, second, third] = client.requests.map(request => JSON.stringify(request.messages))
  expect(second).toContain('Translate to French.')
  expect(second).not.toContain('What is hello?')
  expect(first).not.toContain('Translate to')
  expect(third).not.toContain('Translate to')
  // The caller sees only the call and its result.
  expect(
    client.requests[2]?.messages.filter(message => JSON.stringify(message).includes('Hello')),
  ).toHaveLength(1)
})

test('two calls of one answer have two conversations', async () => {
  const answers: Script = request => {
    const text = JSON.stringify(request.messages)
    if (!text.includes('Translate')) return text.includes('"tool"') ? 'Done.' : asks('one', 'two')
    expect(text.includes('one')).toBe(!text.includes('two'))
    return text.includes('one') ? 'un' : 'deux'
  }
  const { runner, store } = running(answers)
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'done', text: 'Done.' })
  const events = (await store.read(key))?.events ?? []
  const results = events.flatMap(({ parts }) => parts.filter(part => part.kind === 'tool-result'))
  expect(results.map(({ content }) => content)).toEqual([
    [{ kind: 'text', text: 'un' }],
    [{ kind: 'text', text: 'deux' }],
  ])
})

test('it calls tools of its own, which wait for approval', async () => {
  const look = tool({ name: 'look_up', needsApproval: true, execute: () => 'bonjour' })
  const careful = agent({ name: 'translator', instruction: 'Translate.', tools: [look] })
  const program = agent({ name: 'writer', model, tools: [agentTool(careful)] })
  const script = [asks('Hello'), { calls: [{ name: 'look_up' }] }, 'Bonjour', 'Done.']
  const { runner } = running(script, { program })
  const first = await runner.run(key, { message: 'Go' }).outcome
  expect(first).toMatchObject({ status: 'waiting', waiting: ['3.0'] })
  await runner.approve(key, '3.0', { by: 'Eve' })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Done.' })
})

test('its failure is an error result', async () => {
  const { runner, log } = running([asks('Hello'), { error: 'overloaded' }, 'Sorry.'])
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'done', text: 'Sorry.' })
  expect((await log())[3]).toContain('Error: overloaded')
})

test('an answer in JSON is data', async () => {
  const judge = agent({
    name: 'judge',
    outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  })
  const parameters = {
    type: 'object',
    properties: { draft: { type: 'string' }, strict: { type: 'boolean' } },
  }
  const program = agent({ name: 'writer', model, tools: [agentTool(judge, { parameters })] })
  const calls = [{ name: 'judge', arguments: { draft: 'd', strict: true } }]
  const { runner, log } = running([{ calls }, '{"ok":true}', 'Done.'], { program })
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'done' })
  expect((await log()).slice(2, 5)).toEqual([
    'user@call:1.0: {"draft":"d","strict":true}',
    'judge@call:1.0: {"ok":true}',
    'tool: [{"kind":"data","value":{"ok":true}}]',
  ])
})

test('a message that interrupts closes its call and those of its tools', async () => {
  const look = tool({ name: 'look_up', needsApproval: true, execute: () => 'bonjour' })
  const careful = agent({ name: 'translator', instruction: 'Translate.', tools: [look] })
  const program = agent({ name: 'writer', model, tools: [agentTool(careful)] })
  const script = [asks('Hello'), { calls: [{ name: 'look_up' }] }, 'Never mind.']
  const { runner, store } = running(script, { program })
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'waiting' })
  await runner.send(key, 'Stop that', { interrupt: true })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Never mind.', waiting: [] })
  const { events = [] } = (await store.read(key)) ?? {}
  const closed = events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [part.name] : [])),
  )
  expect(closed.toSorted()).toEqual(['look_up', 'translator'])
})

test('calls that its caller makes again and again end the run', async () => {
  const answers: Script = request => {
    const text = JSON.stringify(request.messages)
    return text.includes('Translate') ? 'Bonjour' : asks('Hello')
  }
  const { runner } = running(answers)
  expect(await runner.run(key, { message: 'Go' }).outcome).toMatchObject({ status: 'limited' })
})

describe('compile, check and data', () => {
  const events = [
    { author: 'user', text: 'Hello there' },
    {
      author: 'writer',
      parts: [{ kind: 'tool-call', id: 'c1', name: 'translator', arguments: { request: 'Hi' } }],
    },
    { author: 'user', branch: 'call:1.0', text: 'Hi' },
  ] as const

  test('each conversation is shown its own events', async () => {
    const session = restoreSession({
      id: 's',
      state: {},
      events: events.map((event, seq) => ({ ...event, seq })) as never,
    })
    const own = await compile(writer, session, { agent: 'translator', run: { branch: 'call:1.0' } })
    expect(JSON.stringify(own.request)).not.toContain('Hello there')
    expect(JSON.stringify(own.request)).toContain('Hi')
    const callers = await compile(writer, session, { agent: 'writer' })
    expect(JSON.stringify(callers.request)).toContain('Hello there')
  })

  test('check knows the keys of the agent and its place', () => {
    const { diagnostics } = check(
      agent({
        name: 'writer',
        model,
        tools: [agentTool(agent({ name: 'other', instruction: 'Use {missing}.', outputKey: 'found' }))],
      }),
    )
    expect(diagnostics.map(({ code, at }) => [code, at])).toContainEqual([
      'CX1001',
      ['d:tools.0.agent.instruction'],
    ])
    expect(flow(writer).text).toContain("tool: agent 'translator'")
  })

  test('it is data like any other part of a program', () => {
    const written = writeProgram(writer)
    expect(written.diagnostics).toEqual([])
    const parsed = parseProgram(written.data)
    expect(parsed.ok).toBe(true)
    expect(writeProgram(parsed.program as never).data).toEqual(written.data)
  })

  test('only an agent is an agent tool', () => {
    expect(() => agentTool({ name: 'x' } as never)).toThrow(/agentTool must be a result of agent\(\)/)
    expect(() => agentTool(translator, { concurrency: 0 } as never)).toThrow(/concurrency/)
  })
})
