import { expect, test } from 'vitest'
import { fakeProvider } from '../../testing/index.ts'
import { compile } from '../compile/compile.ts'
import type { EventInput } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import type { JsonObject } from '../ir/json.ts'
import { targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'

const circle: Record<string, unknown> = {}
Object.assign(circle, { left: circle, right: [circle] })
const deep = (): JsonObject => {
  let value: JsonObject = {}
  for (let level = 0; level < 20_000; level++) value = { value }
  return value
}
const keys = [
  'name',
  'cache_control',
  'annotations',
  'citations',
  'title',
  'providerOptions',
  'videoMetadata',
]

/** Returns events that have a value in every event and part which cannot be written. */
function bearing(value: JsonObject, format: FormatName): readonly EventInput[] {
  const fields = { ...Object.fromEntries(keys.map(key => [key, value])), madeBy: 'gpt-5.4' }
  const extra = { format, fields }
  const native = { format, payload: { type: 'computer_call', action: {}, ...fields } }
  const text = { kind: 'text', text: 'Hi', extra } as const
  const image = {
    kind: 'file',
    mediaType: 'image/png',
    source: { type: 'url', url: 'https://x.org/a' },
    extra,
  } as const
  return [
    { author: 'user', parts: [text, image], extra },
    {
      author: 'agent',
      parts: [
        { kind: 'reasoning', text: 'so', native },
        text,
        { kind: 'tool-call', id: 'a', name: 'f', arguments: {}, native, extra },
      ],
      extra,
    },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: 'a', content: [text, image], native, extra }],
      extra,
    },
    { author: 'user', parts: [text, { kind: 'tool-call', id: 'b', name: 'f', arguments: value, native }] },
  ]
}

test.each(targetNames)('fields that cannot be written are dropped: %s', async target => {
  const model = { anthropic: 'claude-sonnet-5', gemini: 'gemini-3.5-flash' }[target as string] ?? 'gpt-5.4'
  for (const value of [circle as JsonObject, deep()]) {
    const session = createSession({ events: bearing(value, target) })
    const program = { agent: { name: 'a', identity: false, tools: [{ name: 'f' }] }, session }
    const { ok, request } = await compile(program, { target, model, budget: 20_000 })
    expect(ok).toBe(true)
    expect(JSON.stringify(request).length).toBeLessThan(6_000)
    if (target !== 'text' && target !== 'ai-sdk') expect(fakeProvider(target).violations(request)).toEqual([])
  }
})

test('fields next to an unwritable one are sent', async () => {
  const fields = { name: 'Ann', cache_control: circle as never }
  const session = createSession({
    events: [{ author: 'user', text: 'Hi', extra: { format: 'openai-chat', fields } }],
  })
  const { request } = await compile(
    { agent: { name: 'a', identity: false }, session },
    { model: 'gpt-5.4', target: 'openai-chat' },
  )
  expect(request?.messages).toEqual([{ role: 'user', content: 'Hi', name: 'Ann' }])
})
