import { expect, test } from 'vitest'
import { agent } from '../../agent/declare.ts'
import type { EventInput } from '../../ir/event.ts'
import { createSession } from '../../session/create.ts'
import { createCompiler } from '../compiler.ts'

const bot = agent({ name: 'bot' })
const options = { target: 'ai-sdk', model: 'gpt-5.4', budget: 5_000 } as const
const item = (type: string, fields: object) =>
  ({ kind: 'opaque', format: 'ai-sdk', type, payload: { type, ...fields } }) as const

/** An answer whose form depends on whether it is the last unit: its call was approved. */
const approved: EventInput = {
  author: 'bot',
  parts: [
    item('tool-call', { toolCallId: 'c', toolName: 'remove', input: {} }),
    item('tool-approval-request', { approvalId: 'a', toolCallId: 'c' }),
    item('tool-approval-response', { approvalId: 'a', approved: true }),
  ],
}
const text = (author: string, said: string): EventInput => ({ author, parts: [{ kind: 'text', text: said }] })
const stray: EventInput = {
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'none', content: [{ kind: 'text', text: 'Removed.' }] }],
}

const cases: readonly (readonly [
  name: string,
  events: readonly EventInput[],
  more: readonly EventInput[],
])[] = [
  ['an answer without text', [text('user', 'hi'), approved, text('bot', '')], [text('user', 'go on')]],
  ['a text without words', [text('user', 'hi'), approved, text('developer', '')], [text('user', 'go on')]],
  ['a result without a call', [text('user', 'hi'), approved, stray], [text('user', 'go on')]],
  [
    'a unit that grows',
    [text('user', 'hi'), text('bot', 'One.')],
    [text('bot', 'Two.'), text('user', 'go on')],
  ],
  ['nothing behind it', [text('user', 'hi'), approved], [stray, text('user', 'go on')]],
]

test.each(cases)('a last unit before %s is written again when others follow it', async (_, events, more) => {
  const compiler = createCompiler(bot, options)
  const session = createSession({ events })
  const { plan } = await compiler.compile(session)
  const kept = await compiler.compile(session.append(...more), { plan })
  const fresh = await createCompiler(bot, options).compile(session.append(...more), { plan })
  expect(kept.ok).toBe(true)
  expect([kept.request, kept.plan, kept.diagnostics]).toEqual([fresh.request, fresh.plan, fresh.diagnostics])
})
