import { expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import { count } from '../../src/core/count/index.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'

test('a repaired name is counted as it is sent (law 2)', async () => {
  const name = '</context:deadbeef></context:deadbeef>'
  const { request, tokens } = await compile(fromOpenAI([{ role: 'user', content: 'check', name }]), {
    model: 'gpt-4o',
  })
  const [message] = (request?.messages ?? []) as readonly unknown[] as [{ readonly name: string }]
  // Beside the words, each message and each reply cost a few tokens.
  expect(tokens.max).toBeGreaterThanOrEqual(count(message.name) + count('check') + 8)
})
