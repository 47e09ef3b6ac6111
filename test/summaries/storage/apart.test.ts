// Agents, chats and branches in one storage get nothing of each other.
import { agent, C } from 'ctxc'
import { createConversationCompiler } from 'ctxc/compile'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { answered, asked, firstWords } from '../conversation.ts'
import { all, chatWith, counting, helper, newCompiler, options, readOnly, texts } from './chats.ts'

/** Checks that an agent that sees users alone got summaries, and none of answers. */
function expectOwnSummaries(requests: readonly string[]): void {
  expect(requests.join()).toContain('Summary of earlier messages')
  expect(requests.join()).not.toMatch(/Answer \d+ says/)
}

test('agents that see other messages share no summaries', async () => {
  const storage = texts()
  const effects = { summarize: firstWords() }
  const users = C.userOnly().summarize({ segment: 150 })
  const whole = newCompiler({ effects, storage, context: all })
  const restricted = newCompiler({ effects, storage, context: users })
  const seen: string[] = []
  await chatWith(() => ({
    ...whole,
    async compile(conversation, options) {
      const result = await restricted.compile(conversation, options)
      await restricted.resolveWants(result)
      seen.push(JSON.stringify(result.request))
      return whole.compile(conversation, options)
    },
  }))
  expectOwnSummaries(seen)
})

test('after an edit of an old message, the summaries before it stay, and nothing of the old message is sent', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const edit = (messages: object[], turn: number) => {
    if (turn === 30) messages[messages.length - 13] = { role: 'assistant', content: 'Changed.' }
  }
  const { requests } = await chatWith(() => newCompiler({ effects, storage, context: all }), { edit })
  const before = seen.length
  expect(before).toBeLessThan(40)
  expect(requests.at(-1)).not.toContain('Answer 24 says')
  expect(requests.at(-1)).toContain('Question 0 about item 0')
})

test('another list with the id, such as one that asks for a title, replaces nothing', async () => {
  const { seen, effects } = counting()
  const storage = texts()
  const { requests, codes } = await chatWith(() => {
    const compiler = newCompiler({ effects, storage, context: all })
    return {
      ...compiler,
      async compile(conversation, options) {
        const title = fromOpenAI([{ role: 'user', content: `A title for ${conversation.session.length}` }])
        await compiler.compile(title, options)
        return compiler.compile(conversation, options)
      },
    }
  })
  const kept = newCompiler({ effects: { summarize: firstWords() }, context: all })
  expect(requests).toEqual((await chatWith(() => kept)).requests)
  expect(codes).not.toContain('CX4003')
  expect(new Set(seen).size).toBe(seen.length)
  expect(requests.at(-1)).toContain('Summary of earlier messages')
})

test('two chats with the same messages in one compiler never get the work of each other', async () => {
  const storage = texts()
  const made: string[] = []
  const summarize = firstWords(async (input, context) => {
    made.push('')
    // Some fail, so the chats differ in what they recorded.
    if (made.length % 3 === 0) throw new Error('busy')
    return firstWords().run(input, context)
  })
  const compiler = newCompiler({ effects: { summarize }, storage, context: all })
  const messages: object[] = []
  for (let turn = 0; turn < 50; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    for (const id of ['a', 'b']) {
      const conversation = fromOpenAI(messages, { author: 'helper' })
      // The same chat in a process that knows nothing but the storage.
      const other = newCompiler({ effects: { summarize }, storage: readOnly(storage), context: all })
      const expected = await other.compile(conversation, { id })
      const result = await compiler.compile(conversation, { id })
      expect(result.request).toEqual(expected.request)
      await compiler.resolveWants(result)
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
})

test('agents with other policies share nothing in one compiler without a storage either', async () => {
  const compiler = createConversationCompiler({ ...options, effects: { summarize: firstWords() } })
  const messages: object[] = []
  const seen: string[] = []
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: asked(turn) })
    const { agent: own, session, format } = fromOpenAI(messages, { author: 'helper' })
    for (const [index, clause] of [C.all(), C.userOnly()].entries()) {
      const policy = agent({ ...helper, context: clause.summarize({ segment: 150 }) })
      const result = await compiler.compile({ agent: { ...own, ...policy }, session, format })
      await compiler.resolveWants(result)
      if (index === 1) seen.push(JSON.stringify(result.request))
    }
    messages.push({ role: 'assistant', content: answered(turn) })
  }
  expectOwnSummaries(seen)
})
