import { expect, test } from 'vitest'
import type { Program } from '../../program/program.ts'
import { fromAnthropic } from '../../vendor/anthropic/read/anthropic.ts'
import { fromOpenAI } from '../../vendor/openai/read/openai.ts'
import { compile } from '../compile.ts'

const codes = async (program: Program, model: string): Promise<string[]> =>
  (await compile(program, { model })).diagnostics.map(({ code }) => code)

test('a message without content is reported as empty', async () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'Hi?' },
  ]
  expect(await codes(fromOpenAI(messages), 'gpt-5.4')).toEqual(['CX3005'])
})

test('a message whose content could not be sent is not reported as empty', async () => {
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [search] },
    { role: 'user', content: 'Hi?' },
  ]
  expect(await codes(fromAnthropic(messages), 'gpt-5.4')).toEqual(['CX7008'])
  const blank = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '\n' },
    { role: 'user', content: 'Hi?' },
  ]
  expect(await codes(fromOpenAI(blank), 'claude-sonnet-5')).toEqual(['CX3009'])
})
