import { expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'

test('a document made of text blocks is sent back to Claude unchanged', async () => {
  const source = { type: 'content', content: [{ type: 'text', text: 'Page one.' }] }
  const content = [
    { type: 'document', source },
    { type: 'text', text: 'What does it say?' },
  ]
  const { request, diagnostics } = await compile(fromAnthropic([{ role: 'user', content }]), {
    model: 'claude-sonnet-5',
  })
  expect(request?.messages).toEqual([{ role: 'user', content }])
  expect(diagnostics).toEqual([])
})
