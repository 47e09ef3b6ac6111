// Summaries by the agent's own model are asked for at the end of its last request, where the cache makes that cheaper.
import { agent, C, createCompiler, createSession, type Usage } from 'ctxc'
import { type Continuation, modelEffects, resolveWants } from 'ctxc/effects'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { type ScriptedAnswer, scriptedModel } from 'ctxc/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/core/ir/plan.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { cases, outcomeOf } from '../laws/case.ts'
import { legal } from '../laws/legal.ts'
import { parameters, patience } from '../laws/runs.ts'

describe.each(targetNames)('%s', name => {
  test(
    'a request with a question at its end is legal, and begins as it did',
    async () => {
      const target = allTargets[name]
      let asked = 0
      const property = fc.asyncProperty(cases(name), async input => {
        const outcome = await outcomeOf(input)
        const { result } = outcome
        if (!result.ok) return
        const request = target.question(result.request, 'What was decided?')
        if (request === null) return
        asked++
        const longer = Object.defineProperties({} as typeof result, {
          ...Object.getOwnPropertyDescriptors(result),
          request: { value: request, enumerable: true },
        })
        expect(await legal.check({ ...outcome, result: longer })).toEqual([])
        const before = target.pieces(result.request).map(({ value }) => JSON.stringify(value))
        const after = target.pieces(request).map(({ value }) => JSON.stringify(value))
        // A text may be joined to the last message.
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
        expect(after[before.length - 1]).toContain(before.at(-1)?.slice(0, -1) ?? '')
      })
      await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 20) })
      expect(asked).toBeGreaterThan(parameters.numRuns / 80)
    },
    patience(60_000),
  )
})

const fact = (turn: number): string =>
  `Item ${turn} is ready. ${`It was seen by inspector number ${turn}. `.repeat(40)}`
const helper = agent({
  name: 'helper',
  model: 'gpt-5.4',
  instruction: 'Keep a list of items.',
  context: C.all().summarize({ segment: 3_000 }),
  budget: { input: 12_000, output: 500 },
})

/** A model that sums up whatever it is asked about, and the requests that it got. */
function summarizer() {
  const model = scriptedModel(({ messages }) => {
    const asked = JSON.stringify(messages.at(-1))
    const numbers = [...asked.matchAll(/message (\d+) of/g)].map(([, number]) => Number(number))
    const said = [...asked.matchAll(/Item (\d+)/g)].map(([, number]) => number)
    return {
      text: numbers.map((from, at) => `Item ${said[at] ?? 0} is ready. [${from}]`).join('\n') || 'Noted.',
      usage: { inputTokens: 7, outputTokens: 3 },
    }
  })
  return model
}

/** Has a conversation, and returns the requests for summaries. */
async function converse(turns: number, model: string, tools: readonly object[] = []) {
  const client = summarizer()
  const used: [Usage, string][] = []
  const effects = modelEffects({ client, model, onUsage: (usage, kind) => used.push([usage, kind]) })
  const program = tools.length > 0 ? agent({ ...helper, tools } as never) : helper
  const compiler = createCompiler(program, { effects, target: 'openai-chat' })
  let session = createSession()
  let plan: Plan | null = null
  const sent: string[] = []
  /** Requests for summaries, and whether the request before shows their messages. */
  const questions: { readonly text: string; readonly isShown: boolean }[] = []
  let summaries = 0
  for (let turn = 0; turn < turns; turn++) {
    session = session.append({ author: 'user', text: fact(turn) })
    const result = await compiler.compile(session, { plan })
    plan = result.plan
    summaries += result.events.filter(({ actions }) => actions?.compaction).length
    const { messages } = result.request as { readonly messages: readonly object[] }
    sent.push(JSON.stringify(messages).slice(0, -1))
    const before = client.requests.length
    const outcomes = await resolveWants(result, { effects })
    for (const { messages: question } of client.requests.slice(before)) {
      const text = JSON.stringify(question)
      const named = [...JSON.stringify(question.at(-1)).matchAll(/Item \d+ is ready\. It was/g)].map(
        ([said]) => said,
      )
      questions.push({ text, isShown: named.every(said => sent.at(-1)?.includes(said)) })
    }
    session = session.append(...result.events, ...outcomes, {
      author: 'helper',
      text: `Item ${turn} is on the list.`,
    })
  }
  const asked = client.requests.map(({ messages }) => JSON.stringify(messages))
  const continued = asked.filter(text => sent.some(begun => text.startsWith(begun)))
  return { asked, continued, questions, summaries, used }
}

test('the same model is asked at the end of its request, and answers about the messages that are named', async () => {
  const { asked, continued, questions, summaries, used } = await converse(120, 'gpt-5.4')
  expect(continued.length).toBeGreaterThan(5)
  // Summaries to merge are shorter than the cost of the cache, and messages may be dropped already.
  expect(asked.filter(text => !text.includes('of summary')).length).toBeLessThan(2 * continued.length)
  for (const { text, isShown } of questions)
    expect(continued.includes(text)).toBe(isShown && !text.includes('of summary'))
  expect(summaries).toBeGreaterThan(5)
  // Only the beginnings of messages are written again.
  for (const text of continued)
    expect(text.slice(text.lastIndexOf('Do not go on')).length).toBeLessThan(4_000)
  expect(used).toHaveLength(asked.length)
  expect(used[0]).toEqual([
    expect.objectContaining({ model: 'gpt-5.4', inputTokens: 7, outputTokens: 3 }),
    'summarize',
  ])
})

test('another model is asked about the messages alone', async () => {
  const { asked, continued, summaries } = await converse(120, 'gpt-5.4-mini')
  expect(continued).toEqual([])
  expect(asked.length).toBeGreaterThan(5)
  expect(summaries).toBeGreaterThan(5)
})

test('a model that calls a tool instead is asked about the messages alone', async () => {
  let calls = 0
  const client = scriptedModel(({ messages }) => {
    if (JSON.stringify(messages.at(-1)).includes('call no tool')) return { calls: [{ name: 'look' }] }
    calls++
    return { text: '{"statements":[{"text":"Items are ready."}]}' }
  })
  const effects = modelEffects({ client, model: 'gpt-5.4' })
  const run = { signal: new AbortController().signal }
  const messages = [{ seq: 0, author: 'user', text: fact(0) }]
  const continuation = {
    ...({ target: 'openai-chat', model: 'gpt-5.4', prices: { request: 0, token: 1 } } as const),
    shows: () => true,
    ask: (text: string) => ({ messages: [{ role: 'user', content: text }] }),
  }
  const said = await effects.summarize.run({ messages, prompt: 'Summarize.' }, { ...run, continuation })
  expect([said, calls, client.requests.length]).toEqual([
    '{"statements":[{"text":"Items are ready."}]}',
    1,
    2,
  ])
})

test('a runner asks its own model the same way', async () => {
  const client = summarizer()
  const key = { owner: { app: 'test' }, id: 's' }
  const runner = createRunner({
    program: helper,
    store: inMemoryStore(),
    models: { gpt: client },
    compile: { effects: modelEffects({ client, model: 'gpt-5.4' }) },
  })
  for (let turn = 0; turn < 120; turn++) await runner.run(key, { message: fact(turn) }).outcome
  const asked = client.requests.map(({ messages }) => JSON.stringify(messages))
  const questions = asked.filter(text => text.includes('Do not go on'))
  expect(questions.length).toBeGreaterThan(3)
  for (const question of questions) expect(question).toContain('Keep a list of items.')
})

/** Asks a handler about two messages, with a continuation that costs nothing; `answer` answers the question at its end. */
async function askedOn(answer: ScriptedAnswer, text = fact(0)) {
  const client = scriptedModel(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('call no tool')
      ? answer
      : '{"statements":[{"text":"Items are ready."}]}',
  )
  const { summarize } = modelEffects({ client, model: 'gpt-5.4' })
  const messages = [0, 1].map(seq => ({ seq, author: 'user', text }))
  const continuation: Continuation = {
    ...{ target: 'openai-chat', model: 'openai.chat/gpt-5.4', prices: { request: 0, token: 1 } },
    shows: () => true,
    ask: question => ({ messages: [{ role: 'user', content: question }] }),
  }
  const { signal } = new AbortController()
  const said = await summarize.run({ messages, prompt: 'Summarize.' }, { signal, continuation })
  return { said, requests: client.requests.map(request => JSON.stringify(request)) }
}

test.each<[string, ScriptedAnswer]>([
  ['a refusal', "I'm sorry, but I can't help with that."],
  ['an answer that goes on with the work', 'Sure!\nI will send the order now.\nDone. [0]'],
  ['an answer that was cut off', { text: 'Item 0 is ready. [0]\nItem 1 is not', finish: 'length' }],
  ['an error of the provider', { error: 'too many requests' }],
])('%s is no summary: the messages alone are sent', async (_, answer) => {
  const { said, requests } = await askedOn(answer)
  expect(said).toBe('{"statements":[{"text":"Items are ready."}]}')
  expect(requests).toHaveLength(2)
})

test('statements with references are the summary, and other lines are not part of it', async () => {
  const { said, requests } = await askedOn('Here it is:\n- Item 0 is ready. [0, 1]\n- It was seen. [1]')
  expect(requests).toHaveLength(1)
  expect(said).toEqual({
    statements: [
      { text: 'Item 0 is ready.', from: [0, 1] },
      { text: 'It was seen.', from: [1] },
    ],
  })
})

test('a question is valid text, wherever a message is cut', async () => {
  const { requests } = await askedOn('Ready. [0]', `${'x'.repeat(59)}\u{1f600} ${'word '.repeat(200)}`)
  expect(requests[0]).not.toMatch(/\\ud[89a-f]/)
})

test('a request whose conversation the provider keeps is not asked on', () => {
  const input = [{ role: 'user', content: 'Hi' }]
  expect(allTargets.openai.question({ model: 'gpt-5.4', input, conversation: 'c1' }, 'Well?')).toBeNull()
  expect(allTargets.openai.question({ model: 'gpt-5.4', input }, 'Well?')).not.toBeNull()
})

test('a refusal of the messages alone is no summary', async () => {
  const client = scriptedModel(["I'm sorry, but I can't help with that.", 'It is ready. [0]'])
  const { summarize } = modelEffects({ client, model: 'gpt-5.4' })
  const input = { messages: [{ seq: 0, author: 'user', text: fact(0) }], prompt: 'Summarize.' }
  const context = { signal: new AbortController().signal }
  await expect(summarize.run(input, context)).rejects.toThrow('neither the JSON')
  await expect(summarize.run(input, context)).resolves.toEqual({
    statements: [{ text: 'It is ready.', from: [0] }],
  })
})
