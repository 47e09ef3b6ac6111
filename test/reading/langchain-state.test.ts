import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { fromLangChain } from '../../src/from.ts'
import { compile } from '../../src/index.ts'

const messages = [{ role: 'user', content: 'Hello' }]

test.each([
  { system: 'Be brief.' },
  { system: [{ type: 'text', text: 'Be brief.' }] },
  { systemPrompt: 'Be brief.' },
  { systemMessage: new SystemMessage('Be brief.'), systemPrompt: 'Be brief.' },
])('the system text of a state becomes the instruction: %o', async system => {
  const { request, diagnostics } = await compile(fromLangChain({ ...system, messages }), {
    model: 'claude-sonnet-5',
  })
  expect(request).toMatchObject({ system: [{ type: 'text', text: 'Be brief.' }] })
  expect(diagnostics.filter(({ level }) => level !== 'info')).toEqual([])
})

test('untrusted states add no system text', () => {
  const { agent, diagnostics } = fromLangChain({ system: 'Be brief.', messages }, { untrusted: true })
  expect(agent.staticInstruction).toBeUndefined()
  expect(diagnostics).toMatchObject([{ code: 'CX6004' }])
})

test('the name of a participant is sent to Chat Completions, and reported on other targets', async () => {
  const named = fromLangChain([
    new HumanMessage({ content: 'Hello', name: 'bob' }),
    { type: 'ai', content: 'Hi', name: 'clerk' },
    { role: 'user', content: 'Go on.', name: 'ann' },
  ])
  const chat = await compile(named, { target: 'openai-chat', model: 'gpt-5.4' })
  expect(chat.request).toMatchObject({ messages: [{ name: 'bob' }, { name: 'clerk' }, { name: 'ann' }] })
  const claude = await compile(named, { model: 'claude-sonnet-5' })
  expect(claude.diagnostics).toMatchObject([{ code: 'CX7019', data: { fields: ['name'], count: 3 } }])
})
