import type { JsonValue } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import type { NewEvent } from '../../run/store/store.ts'
import { assertEqual } from '../assert.ts'
import { ada, appendOfEvents, eventTexts, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Texts that a database column, an encoding or a serializer might change. */
const difficultTexts = [
  '',
  'a\u0000b',
  '\ud800 alone',
  'Zürich 東京 🎉 e\u0301',
  '{"$blob":"x"}',
  'long0:abc',
  `${'x'.repeat(70_000)}🎉`,
  `long1:${'y'.repeat(20_000)}`,
  "'; drop table ctxc_event; --",
]

/** Returns a value inside `depth` nested lists and objects. */
function nested(depth: number): JsonValue {
  let value: JsonValue = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Returns an event whose tool result is nested to a depth. */
function eventWithNestedResults(depth: number): NewEvent {
  let part: unknown = { text: 'deep', kind: 'text' }
  for (let level = 0; level < depth; level++) part = { content: [part], kind: 'tool-result', id: 'c' }
  return { author: 'tool', parts: [part as Part] }
}

/** Returns the innermost value of nested lists and objects; null if there is none. */
function innermost(value: unknown): unknown {
  let inner = value
  while (typeof inner === 'object' && inner !== null) {
    const fields = inner as { readonly value?: unknown; readonly content?: unknown }
    inner = fields.value ?? fields.content ?? Object.values(inner)[0]
  }
  return inner ?? null
}

/** Returns true if a call wrote something, and false if it failed with a TypeError. Rejects for any other error. */
async function isWriteAccepted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Tests that the store keeps the content of events unchanged; each key is the text of a requirement. */
export const content: Requirements = {
  async 'keeps every character, field and order of keys'(store) {
    const events = difficultTexts.map(userSays)
    const later = {
      ...userSays('x'),
      later: { b: 1, a: [{}] },
      extra: { format: 'x', fields: { z: 1, y: 2 } },
    }
    await store.append(sessionKey, appendOfEvents(0, [...events, later as NewEvent]))
    const stored = (await store.read(sessionKey))?.events ?? []
    assertEqual(
      stored.slice(0, -1).map(({ parts }) => JSON.stringify(parts)),
      events.map(({ parts }) => JSON.stringify(parts)),
    )
    const { seq: _, branch: _b, response: _r, ...last } = stored.at(-1) as object as Record<string, unknown>
    assertEqual(JSON.stringify(last.later), JSON.stringify(later.later))
    assertEqual(JSON.stringify(last.extra), JSON.stringify(later.extra))
  },

  async 'keeps every field of an event'(store) {
    const event: NewEvent = {
      author: 'helper',
      parts: [{ kind: 'data', value: [0.1, -1.5e-300, 2 ** 53, true, null, [], {}] }],
      branch: 'a.b',
      response: 'r1',
      id: 'm1',
      actions: { state: { set: { a: 1 }, delete: ['b'] }, usage: { inputTokens: 1, outputTokens: 2 } },
      tier: 'critical',
      trust: 'external',
      time: 1_795_650_126_309,
      visibility: 'internal',
      extra: { format: 'openai', fields: { a: null } },
    }
    await store.append(sessionKey, appendOfEvents(0, [event]))
    assertEqual((await store.read(sessionKey))?.events, [{ ...event, seq: 0 }])
  },

  async 'keeps what is deeply nested, or refuses it with a TypeError'(store) {
    const value = nested(10_000)
    const data: NewEvent = { author: 'user', parts: [{ kind: 'data', value }] }
    const long: NewEvent = {
      author: 'user',
      parts: [{ kind: 'text', text: 'x'.repeat(20_000) }, ...(data.parts ?? [])],
    }
    const scopes = [{ key: 'user:deep', value, trust: 'user' as const }]
    const written = [
      await isWriteAccepted(() => store.append(sessionKey, appendOfEvents(0, [data]))),
      await isWriteAccepted(() => store.append({ ...sessionKey, id: 's2' }, appendOfEvents(0, [long]))),
      await isWriteAccepted(() =>
        store.append({ ...sessionKey, id: 's3' }, appendOfEvents(0, [], { state: { deep: value } })),
      ),
      await isWriteAccepted(() =>
        store.append({ ...sessionKey, id: 's4' }, appendOfEvents(0, [], { scopes })),
      ),
      await isWriteAccepted(() =>
        store.append({ ...sessionKey, id: 's5' }, appendOfEvents(0, [eventWithNestedResults(10_000)])),
      ),
    ]
    const deepOf = async (id: string) => (await store.read({ ...sessionKey, id }))?.events[0]?.parts.at(-1)
    const kept = [
      await deepOf('s1'),
      await deepOf('s2'),
      (await store.read({ ...sessionKey, id: 's3' }))?.state,
      (await store.scopes(ada)).get('user:deep')?.value,
      await deepOf('s5'),
    ]
    assertEqual(
      kept.map(innermost),
      written.map(is => (is ? 'deep' : null)),
    )
  },

  async 'keeps long strings apart that differ in one code unit'(store) {
    const texts = ['\ud800', '\ud801', '\ufffd', '\\ud800', '\u0000', ''].map(
      end => `${'x'.repeat(20_000)}${end}`,
    )
    await store.append(sessionKey, appendOfEvents(0, texts.map(userSays)))
    const stored = eventTexts(await store.read(sessionKey))
    for (const [index, text] of texts.entries())
      if (stored[index] !== text) throw new Error(`string ${index} is another one than was written`)
  },

  async 'keeps keys of objects, whatever they are called'(store) {
    const value = JSON.parse(
      '{"__proto__":{"a":1},"constructor":2,"":3,"toString":4,"\\ud800":5,"10":6,"2":7}',
    )
    await store.append(
      sessionKey,
      appendOfEvents(0, [{ author: 'user', parts: [{ kind: 'data', value }] }], { state: value }),
    )
    const record = await store.read(sessionKey)
    const part = record?.events[0]?.parts[0] as { readonly value?: unknown } | undefined
    assertEqual(
      [JSON.stringify(part?.value), JSON.stringify(record?.state)],
      Array(2).fill(JSON.stringify(value)),
    )
  },

  async 'returns every event of a long session'(store) {
    const texts = Array.from({ length: 2_500 }, (_, index) => `event ${index}`)
    await store.append(sessionKey, appendOfEvents(0, texts.map(userSays)))
    for (const from of [0, 1_000, 2_499])
      assertEqual(eventTexts(await store.read(sessionKey, { from })), texts.slice(from))
  },

  async 'keeps events that are nearly equal to each other'(store) {
    const texts = Array.from(
      { length: 300 },
      (_, index) => `${'same '.repeat(40)}${index % 7} 🎉${'end '.repeat(index % 3)}`,
    )
    for (let from = 0; from < texts.length; from += 50)
      await store.append(sessionKey, appendOfEvents(from, texts.slice(from, from + 50).map(userSays)))
    for (const from of [0, 1, 63, 64, 65, 200, 299]) {
      assertEqual(eventTexts(await store.read(sessionKey, { from })), texts.slice(from))
    }
  },
}
