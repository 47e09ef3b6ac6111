// Every kind of member runs to its end, with the events that its declaration requires.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { fallback, loop, type Member, mapOver, parallel, pipeline, route, S, tap } from '../../../index.ts'
import { createRunner, type RunEvent, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const model = 'gpt-5.4'

/** A runner of a program whose models give scripted answers. */
function running(program: Member, script: Script, more: Partial<RunnerOptions> = {}) {
  const store = inMemoryStore()
  const client = scriptedModel(script)
  let time = 0
  const runner = createRunner({
    program,
    store,
    models: () => client,
    now: () => ++time,
    generateId: () => `id${++time}`,
    ...more,
  })
  const log = async () =>
    ((await store.read(key))?.events ?? []).map(({ author, branch, parts, actions }) => {
      const said = parts.map(part =>
        part.kind === 'text' ? part.text : part.kind === 'tool-call' ? `${part.name}()` : part.kind,
      )
      const marks = Object.keys(actions?.run ?? {}).filter(name => name !== 'answered')
      const set = actions?.state?.set ?? {}
      return [
        branch === '' ? author : `${author}@${branch}`,
        ...said,
        ...marks.map(name => `<${name}>`),
        ...Object.entries(set).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
      ].join(' ')
    })
  return { runner, store, client, log, run: (message: string) => runner.run(key, { message }).outcome }
}

test('an agent calls its tools at once and answers', async () => {
  const weather = tool({
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: ({ city }) => `rain in ${String(city)}`,
  })
  const program = agent({ name: 'helper', model, tools: [weather], outputKey: 'report' })
  const calls = ['Rome', 'Oslo'].map(city => ({ name: 'weather', arguments: { city } }))
  const { run, log } = running(program, [{ calls }, 'Rain everywhere.'])
  expect(await run('Weather?')).toMatchObject({
    status: 'done',
    text: 'Rain everywhere.',
    state: { report: 'Rain everywhere.' },
    waiting: [],
  })
  expect(await log()).toEqual([
    'user Weather? <asked>',
    'helper weather() weather()',
    'tool tool-result',
    'tool tool-result',
    'helper Rain everywhere. report="Rain everywhere."',
    'developer <ended>',
  ])
})

test('a pipeline runs its steps and taps in order', async () => {
  const seen: unknown[] = []
  const program = pipeline(
    agent({ name: 'researcher', model, instruction: 'Find data.', outputKey: 'findings' }),
    S.rename({ findings: 'input' }),
    tap(state => {
      seen.push({ ...state })
    }),
    agent({ name: 'writer', model, instruction: 'Write a report from {input}.' }),
  )
  const { run, log, client } = running(program as Member, ['facts', 'report'])
  expect(await run('Go')).toMatchObject({ status: 'done', text: 'report', state: { input: 'facts' } })
  expect(await log()).toEqual([
    'user Go <asked>',
    'researcher facts findings="facts"',
    'developer input="facts"',
    'developer <tapped>',
    'writer report',
    'developer <ended>',
  ])
  expect(seen).toEqual([{ input: 'facts' }])
  expect(JSON.stringify(client.requests[1])).toContain('Write a report from facts.')
})

test('a transfer hands the conversation over, and the target keeps it', async () => {
  const weather = agent({ name: 'weather', description: 'Knows the weather.', instruction: 'Weather.' })
  const news = agent({ name: 'news', description: 'Knows the news.', instruction: 'News.' })
  const router = agent({ name: 'router', model, instruction: 'Route.', subAgents: [weather, news] })
  const transfer = { calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'news' } }] }
  const { run, log } = running(router, [transfer, 'All quiet.', 'Still quiet.'])
  expect((await run('News?')).text).toBe('All quiet.')
  expect((await run('And now?')).text).toBe('Still quiet.')
  expect(await log()).toEqual([
    'user News? <asked>',
    'router transfer_to_agent()',
    'tool tool-result',
    'news All quiet.',
    'developer <ended>',
    'user And now? <asked>',
    'news Still quiet.',
    'developer <ended>',
  ])
})

test('a loop ends when its condition holds', async () => {
  const writer = agent({ name: 'writer', model, instruction: 'Write. {remarks?}', outputKey: 'draft' })
  const critic = agent({ name: 'critic', model, instruction: 'Judge {draft}.', outputKey: 'remarks' })
  const program = loop({ until: ({ remarks }) => remarks === 'fine', max: 5 }, writer, critic)
  const { run, log } = running(program, ['one', 'longer', 'two', 'fine'])
  expect(await run('Go')).toMatchObject({ status: 'done', state: { draft: 'two', remarks: 'fine' } })
  expect((await log()).length).toBe(6)
})

test('a route takes the branch of the state', async () => {
  const classifier = agent({ name: 'classifier', model, instruction: 'Classify.', outputKey: 'intent' })
  const booker = agent({ name: 'booker', model, instruction: 'Book: {intent}' })
  const other = agent({ name: 'other', model, instruction: 'Help: {intent}' })
  const program = pipeline(classifier, route('intent').is('booking', booker).otherwise(other))
  const { run, log } = running(program as Member, ['booking', 'Booked.'])
  expect((await run('I want to fly to London')).text).toBe('Booked.')
  expect((await log())[2]).toBe('booker Booked.')
})

test('a fallback calls its next member if a model fails', async () => {
  const fast = agent({ name: 'fast', model, instruction: 'Answer.' })
  const strong = agent({ name: 'strong', model, instruction: 'Answer.' })
  const { run, log } = running(fallback(fast, strong) as Member, [{ error: 'overloaded' }, 'Yes.'])
  expect(await run('Hm?')).toMatchObject({ status: 'done', text: 'Yes.' })
  expect(await log()).toEqual(['user Hm? <asked>', 'developer <failed>', 'strong Yes.', 'developer <ended>'])
})

test('a failure without a fallback is the outcome, and the session stays usable', async () => {
  const helper = agent({ name: 'helper', model })
  const { run } = running(helper, [{ error: 'overloaded' }, 'Here again.'])
  expect(await run('Hm?')).toMatchObject({ status: 'failed', reason: "'helper' failed: overloaded" })
  expect(await run('Hm?')).toMatchObject({ status: 'done', text: 'Here again.' })
})

test('members of a parallel group run at the same time, each on its branch', async () => {
  const web = agent({ name: 'web', model, instruction: 'Search.', outputKey: 'pages' })
  const files = agent({ name: 'files', model, instruction: 'Search.', outputKey: 'notes' })
  const writer = agent({ name: 'writer', model, instruction: 'Write from {pages} and {notes}.' })
  let now = 0
  let most = 0
  const program = pipeline(parallel(web, files), writer)
  const { run, client } = running(program as Member, request => {
    const isWriter = JSON.stringify(request).includes('Write from')
    if (!isWriter) most = Math.max(most, ++now)
    return { text: isWriter ? 'Done.' : 'found', delay: 5 }
  })
  expect(await run('Go')).toMatchObject({
    status: 'done',
    text: 'Done.',
    state: { pages: 'found', notes: 'found' },
  })
  expect(most).toBe(2)
  expect(client.requests).toHaveLength(3)
})

test('a mapOver answers each item and collects the answers', async () => {
  const translator = agent({ name: 'translator', model, instruction: 'Translate to {language}.' })
  const judge = agent({ name: 'judge', model, instruction: 'Choose from {texts}.' })
  const program = pipeline(
    S.set({ languages: ['French', 'Greek'] }),
    mapOver({ key: 'languages', item: 'language', into: 'texts' }, translator),
    judge,
  )
  const { run, log } = running(program as Member, request => {
    const text = JSON.stringify(request)
    return text.includes('French.') ? 'Bonjour' : text.includes('Greek.') ? 'Geia' : 'Bonjour'
  })
  expect(await run('Hello')).toMatchObject({ status: 'done', state: { texts: ['Bonjour', 'Geia'] } })
  expect(await log()).toContain('translator@translator.1 Geia')
})

test('events and deltas are streamed, and every event is in the store', async () => {
  const helper = agent({ name: 'helper', model })
  const { runner, store } = running(helper, ['Hello there.'])
  const events: RunEvent[] = []
  const stream = runner.run(key, { message: 'Hi' })
  for await (const event of stream) {
    if (event.type === 'event') expect((await store.read(key))?.revision).toBeGreaterThan(event.event.seq)
    events.push(event)
  }
  const shown = events.map(event => (event.type === 'delta' ? event.text : event.type))
  expect(shown).toEqual(['event', 'Hello', ' there.', 'event', 'event'])
  expect((await stream.outcome).status).toBe('done')
})
