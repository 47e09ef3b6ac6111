import { expect, test } from 'vitest'
import { fakeProvider } from '../../testing/index.ts'
import { compile } from '../compile/compile.ts'
import type { EventInput } from '../ir/event.ts'
import { type TargetName, targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'
import { noResultText, pendingText } from './repairs.ts'

const call = { kind: 'tool-call', id: 'c1', name: 'build', arguments: {}, pending: true } as const
const asked: readonly EventInput[] = [
  { author: 'user', text: 'Build it.' },
  { author: 'agent', parts: [call] },
]
const passed = {
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'passed' }] }],
} as const
const again = { author: 'user', text: 'How long?' } as const

const program = (events: readonly EventInput[]) => ({
  agent: { name: 'agent', identity: false } as const,
  session: createSession({ events }),
})

const models: Partial<Record<TargetName, string>> = {
  anthropic: 'claude-sonnet-5',
  gemini: 'gemini-3.8-flash',
}
const sent = (events: readonly EventInput[]) =>
  compile(program(events), { target: 'openai-chat', model: 'gpt-5.4' })

test.each(targetNames)('%s: a pending call is sent with a notice, not with an error (O10)', async target => {
  const { ok, request, diagnostics, ledger, map } = await compile(program([...asked, again]), {
    target,
    model: models[target] ?? 'gpt-5.4',
  })
  expect(ok).toBe(true)
  const body = JSON.stringify(request)
  expect(body).toContain(pendingText)
  expect(body).not.toContain(noResultText)
  expect(body).not.toContain('"is_error":true')
  expect(diagnostics.filter(({ code }) => /^CX3/.test(code))).toMatchObject([
    { code: 'CX3011', level: 'info', at: ['e:1.0'] },
  ])
  expect(ledger.rows.some(({ edits }) => edits.includes('repaired'))).toBe(true)
  expect(map.some(({ segments }) => segments.some(({ origin }) => origin === 'c:pending'))).toBe(true)
  if (target !== 'text' && target !== 'ai-sdk') expect(fakeProvider(target).violations(request)).toEqual([])
})

test('the result of a pending call replaces the notice until the model answers', async () => {
  const { request, diagnostics } = await sent([...asked, again, passed])
  expect(request?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant' },
    { role: 'tool', content: 'passed' },
    { role: 'user', content: 'How long?' },
  ])
  expect(diagnostics.filter(({ code }) => /^CX3/.test(code))).toEqual([])
})

test('the result of a pending call is its own message after the model has answered', async () => {
  const events = [...asked, again, { author: 'agent', text: 'A while.' }, passed]
  const { request } = await sent(events)
  expect(request?.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Build it.'],
    ['assistant', null],
    ['tool', pendingText],
    ['user', 'How long?'],
    ['assistant', 'A while.'],
    ['user', expect.stringContaining('passed')],
  ])
})

test('pending is true or absent', () => {
  const wrong = { ...call, pending: false } as never
  expect(() => createSession({ events: [{ author: 'agent', parts: [wrong] }] })).toThrow(
    'events[0].parts[0].pending must be true',
  )
})
