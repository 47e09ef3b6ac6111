// Seed document 002, run: state steps between agents, and a writer and a critic in a loop.
import { describe, expect, test } from 'vitest'
import { agent } from '../../../../core/agent/declare.ts'
import { type Compiled, loop, type Member, pipeline, S } from '../../../../index.ts'
import type { StateStep } from '../../../../state.ts'
import { running } from './running.ts'

const model = 'gemini-flash-latest'
const researcher = agent({ name: 'researcher', model, instruction: 'Find data.', outputKey: 'findings' })
const writer = agent({ name: 'writer', model, instruction: 'Write report using {input}.' })
const report: Member = pipeline(
  researcher,
  S.pick('findings', 'sources'),
  S.rename({ findings: 'input' }),
  writer,
)
const answers = { researcher: ['facts'], writer: ['A report.'] }

describe('researcher >> S.pick >> S.rename >> writer', () => {
  test('each step is one event of the developer, without content, between the answers', async () => {
    const { run, log, events } = running(report, answers)
    const state = { sources: ['a'], noise: 1 }
    expect(await run('Go', { state })).toMatchObject({
      status: 'done',
      text: 'A report.',
      state: { sources: ['a'], input: 'facts' },
    })
    expect(await log()).toEqual([
      'user Go <asked>',
      'researcher facts findings="facts"',
      'developer -noise',
      'developer input="facts" -findings',
      'writer A report.',
      'developer <ended>',
    ])
    for (const event of (await events()).slice(2, 4)) expect(event.parts).toEqual([])
  })

  test('the writer is sent the value under its new name, and no message of a step', async () => {
    const { run, sent } = running(report, answers)
    await run('Go')
    expect(sent()[1]?.system).toBe('You are writer.\n\nWrite report using facts.')
    expect(sent()[1]?.messages).toEqual([['user', 'Go']])
  })

  test("the value keeps its source: the step's event has the trust of the answer that it took the value from", async () => {
    const seen: Compiled[] = []
    const { run, events } = running(report, answers, {
      callbacks: { beforeModel: (_, compiled) => void seen.push(compiled) },
    })
    await run('Go')
    const origins = seen[1]?.map.flatMap(({ segments }) => segments.map(({ origin }) => origin))
    expect(origins).toContain('s:input@3')
    expect((await events()).map(({ author, trust }) => [author, trust ?? '']).slice(1, 4)).toEqual([
      ['researcher', ''],
      ['developer', ''],
      ['developer', 'model'],
    ])
  })

  test('the user sees each event as it is appended, steps among them', async () => {
    const { run } = running(report, answers)
    const { seen } = await run('Go')
    const authors = seen.flatMap(event => (event.type === 'event' ? [event.event.author] : []))
    expect(authors).toEqual(['user', 'researcher', 'developer', 'developer', 'writer', 'developer'])
  })
})

describe('each step of S', () => {
  const state = { a: 'x', b: 'y', n: 2 }
  const cases: readonly (readonly [string, StateStep, object])[] = [
    ['pick keeps the named keys', S.pick('a') as StateStep, { a: 'x' }],
    ['drop removes the named keys', S.drop('a') as StateStep, { b: 'y', n: 2 }],
    ['rename renames keys', S.rename({ a: 'c' }) as StateStep, { c: 'x', b: 'y', n: 2 }],
    ['defaults fills missing keys', S.defaults({ a: 'z', c: 'z' }) as StateStep, { ...state, c: 'z' }],
    ['merge combines keys', S.merge(['a', 'b'], 'c') as StateStep, { ...state, c: 'x\ny' }],
    [
      'transform applies a function to one key',
      S.transform('a', value => `${value}!`) as StateStep,
      { ...state, a: 'x!' },
    ],
    [
      'compute derives keys from the state',
      S.compute({ m: seen => Number(seen.n) * 2 }) as StateStep,
      { ...state, m: 4 },
    ],
    ['set sets values', S.set({ c: [1] }) as StateStep, { ...state, c: [1] }],
    ['guard passes if its predicate holds', S.guard(seen => seen.n === 2, 'n is 2') as StateStep, state],
    ['log changes nothing', S.log('a') as StateStep, state],
  ]

  test.each(cases)('%s, in one event without content, and sends nothing', async (_, step, expected) => {
    const speaker = agent({ name: 'speaker', model, instruction: 'Speak.' })
    const { run, events, sent } = running(pipeline(step, speaker) as Member, { speaker: ['Done.'] })
    expect((await run('Go', { state })).state).toEqual(expected)
    const [, event] = await events()
    expect([event?.author, event?.parts, event?.actions?.state !== undefined]).toEqual([
      'developer',
      [],
      true,
    ])
    expect(sent()[0]?.messages).toEqual([['user', 'Go']])
  })

  test('a guard that is not met fails the run with its message, and no later agent is called', async () => {
    const program = pipeline(
      S.guard(({ n }) => n === 3, 'n must be 3'),
      agent({ name: 'speaker', model }),
    ) as Member
    const { run, sent } = running(program, {})
    expect(await run('Go', { state })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('n must be 3'),
    })
    expect(sent()).toEqual([])
  })
})

describe('a writer and a critic', () => {
  const draft = agent({
    name: 'writer',
    model,
    instruction: 'Write. Remarks: {remarks?}',
    outputKey: 'draft',
  })
  const critic = agent({ name: 'critic', model, instruction: 'Judge: {draft}', outputKey: 'remarks' })
  const rounds = (max: number) =>
    loop({ until: ({ remarks }) => remarks === 'fine', max }, draft, critic) as Member

  test('repeat until the condition holds, and each reads what the other wrote last', async () => {
    const { run, sent, log } = running(rounds(5), { writer: ['one', 'two'], critic: ['longer', 'fine'] })
    expect(await run('Go')).toMatchObject({
      status: 'done',
      text: 'fine',
      state: { draft: 'two', remarks: 'fine' },
    })
    expect(sent().map(({ system }) => system.split('\n\n')[1])).toEqual([
      'Write. Remarks: ',
      'Judge: one',
      'Write. Remarks: longer',
      'Judge: two',
    ])
    expect(await log()).toEqual([
      'user Go <asked>',
      'writer one draft="one"',
      'critic longer remarks="longer"',
      'writer two draft="two"',
      'critic fine remarks="fine"',
      'developer <ended>',
    ])
  })

  test('stop after the most rounds', async () => {
    const { run, asked } = running(rounds(2), { writer: ['one', 'two'], critic: ['no', 'no'] })
    expect((await run('Go')).status).toBe('done')
    expect(asked).toEqual(['writer', 'critic', 'writer', 'critic'])
  })

  test('stop at the limit of model calls, and go on with a new one', async () => {
    const words = { writer: ['one', 'two'], critic: ['no', 'fine'] }
    const { run, runner, log } = running(rounds(5), words, { limits: { steps: 3 } })
    expect(await run('Go')).toMatchObject({ status: 'limited', state: { draft: 'two', remarks: 'no' } })
    expect((await log()).at(-1)).toBe('developer <limit>')
    expect(
      await runner.resume({ owner: { app: 'seeds', user: 'ada' }, id: 's1' }, { limits: { steps: 9 } })
        .outcome,
    ).toMatchObject({ status: 'done', state: { draft: 'two', remarks: 'fine' } })
  })

  test('see their own earlier words as a model, and the request of the user in each round', async () => {
    const { run, sent } = running(rounds(5), { writer: ['one', 'two'], critic: ['longer', 'fine'] })
    await run('Go')
    expect(sent()[2]?.messages).toEqual([
      ['user', 'Go'],
      ['assistant', 'one'],
    ])
  })

  test('a step between the rounds counts them', async () => {
    const count = S.compute({ rounds: ({ rounds: seen }) => Number(seen ?? 0) + 1 })
    const program = loop({ until: state => state.rounds === 2, max: 9 }, draft, count as never)
    const { run, log } = running(program as Member, { writer: ['one', 'two'] })
    expect((await run('Go')).state).toEqual({ draft: 'two', rounds: 2 })
    expect((await log()).filter(line => line.startsWith('developer rounds'))).toHaveLength(2)
  })
})
