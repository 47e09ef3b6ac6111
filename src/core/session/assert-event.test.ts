import { expect, test } from 'vitest'
import type { EventInput } from '../ir/event.ts'
import { createSession } from './create.ts'

const circle: Record<string, unknown> = {}
circle.self = circle
const thrower = Object.defineProperty({}, 'format', {
  enumerable: true,
  get() {
    throw new RangeError('no')
  },
})
const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()

/** Values that are invalid for every object in an event. */
const wrong: readonly unknown[] = [null, 5, 'text', true, [], [circle], () => ({}), Symbol('x'), 1n]
/** Values that lack the required fields of an object in an event, or cannot be read. */
const hollow: readonly unknown[] = [...wrong, {}, circle, new Map(), thrower, revoked, new Proxy({}, {})]

const file = (source: unknown) => ({ parts: [{ kind: 'file', mediaType: 'image/png', source }] })
const call = (fields: object) => ({
  parts: [{ kind: 'tool-call', id: 'a', name: 'f', arguments: {}, ...fields }],
})

/** Returns the errors for a faulty first event and for a faulty appended event. */
function faults(fields: object): unknown[] {
  const given = { author: 'agent', ...fields } as EventInput
  return [() => createSession({ events: [given] }), () => createSession().append(given)].map(make => {
    try {
      make()
      return null
    } catch (error) {
      return error
    }
  })
}

const refuses = (fields: object, at: RegExp): void => {
  for (const error of faults(fields)) {
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(at)
  }
}

test('extra must name the format of its fields', () => {
  for (const value of hollow) {
    refuses({ extra: value }, /^events\[0\](\.extra| cannot be read)/)
    refuses(
      { parts: [{ kind: 'text', text: 'a', extra: value }] },
      /^events\[0\](\.parts\[0\]\.extra| cannot)/,
    )
    const nested = { kind: 'tool-result', id: 'a', content: [{ kind: 'text', text: 'a', extra: value }] }
    refuses({ parts: [nested] }, /^events\[0\](\.parts\[0\]\.content\[0\]\.extra| cannot)/)
  }
})

test('extra.fields and native.payload must be objects', () => {
  for (const value of wrong) {
    refuses({ extra: { format: 'openai', fields: value } }, /extra\.fields must be an object/)
    refuses(call({ native: { format: 'openai', payload: value } }), /native\.payload must be an object/)
  }
})

test('native and seal are objects with a format', () => {
  for (const value of hollow) {
    refuses({ parts: [{ kind: 'reasoning', text: '', native: value }] }, /parts\[0\]\.native|cannot be read/)
    refuses(call({ native: value }), /parts\[0\]\.native|cannot be read/)
    refuses(call({ seal: value }), /parts\[0\]\.seal|cannot be read/)
  }
})

test('marks of parts have the type that they are declared with', () => {
  refuses(call({ freeform: 'yes' }), /parts\[0\]\.freeform must be true/)
  refuses(
    { parts: [{ kind: 'tool-result', id: 'a', content: [], isError: 'no' }] },
    /isError must be true or false/,
  )
  const opaque = { kind: 'opaque', format: 'openai', type: 'x', payload: {} }
  refuses({ parts: [{ ...opaque, inline: 1 }] }, /parts\[0\]\.inline must be true/)
  refuses({ parts: [{ ...opaque, owner: {} }] }, /parts\[0\]\.owner must be a string/)
  refuses({ parts: [{ kind: 'reasoning', text: '', extra: 5 }] }, /parts\[0\]\.extra must be an object/)
})

test('a file source must say where its bytes are', () => {
  for (const value of hollow) {
    refuses(file(value), /^events\[0\](\.parts\[0\]\.source| cannot be read)/)
  }
})

test.each([
  [{ type: 'ftp', url: 'a' }, /source\.type must be one of base64, url, id, text/],
  [{ type: 'base64', data: new Uint8Array(3) }, /source\.data must be a string/],
  [{ type: 'url', url: new URL('https://x.org') }, /source\.url must be a string/],
  [{ type: 'id', id: 'a' }, /source\.format must be a string/],
  [{ type: 'text', text: 5 }, /source\.text must be a string/],
])('a file source must match its type: %#', (source, message) => refuses(file(source), message))

test('actions and their fields must be objects', () => {
  for (const value of wrong) {
    refuses({ actions: value }, /actions must be an object/)
    refuses({ actions: { state: value } }, /actions\.state must be an object/)
    refuses({ actions: { state: { set: value } } }, /state\.set must be an object/)
    refuses({ actions: { usage: value } }, /actions\.usage must be an object/)
    refuses({ actions: { effect: value } }, /actions\.effect/)
  }
})

test.each([
  [{ actions: { effect: { kind: 'dream', key: 'k' } } }, /effect\.kind must be one of embed/],
  [{ actions: { effect: { kind: 'embed', key: 1, handler: 'm' } } }, /effect\.key must be a string/],
  [{ actions: { effect: { kind: 'embed', key: 'k', error: 'e' } } }, /effect\.handler must be a string/],
  [
    { actions: { effect: { kind: 'embed', key: 'k', handler: 'm', output: [1] } } },
    /effect\.output must be numbers in base64/,
  ],
  [
    { actions: { effect: { kind: 'embed', key: 'k', handler: 'm', output: 'AAA=' } } },
    /effect\.output must be numbers in base64/,
  ],
  [
    { actions: { effect: { kind: 'embed', key: 'k', handler: 'm' } } },
    /needs an output or an error, not both/,
  ],
  [
    { actions: { effect: { kind: 'embed', key: 'k', handler: 'm', output: 'AACAPw==', error: 'e' } } },
    /needs an output or an error, not both/,
  ],
  [{ actions: { state: { delete: 'key' } } }, /state\.delete must be a list/],
  [{ actions: { state: { delete: [5] } } }, /state\.delete\[0\] must be a string/],
  [{ actions: { usage: { inputTokens: '5', outputTokens: 5 } } }, /usage\.inputTokens must be a number/],
  [{ branch: 5 }, /branch must be a string/],
  [{ response: {} }, /response must be a string/],
  [{ trust: 'root' }, /trust must be a trust/],
  [call({ name: 5 }), /parts\[0\]\.name must be a string/],
])('other fields must match their types: %#', (fields, message) => refuses(fields, message))

test('a cyclic result is refused, and each field is read once', () => {
  const inner: unknown[] = []
  const result = { kind: 'tool-result', id: 'a', content: inner }
  inner.push(result)
  refuses({ parts: [result] }, /^events\[0\] cannot be read/)
  let reads = 0
  const shifty = {
    author: 'user',
    text: 'Hi',
    get extra() {
      return reads++ === 0 ? undefined : 5
    },
  }
  expect('extra' in createSession({ events: [shifty as never] }).event(0)).toBe(false)
})

test('a complete event is accepted unchanged', () => {
  const whole: EventInput = {
    author: 'agent',
    parts: [
      { kind: 'file', mediaType: 'image/png', source: { type: 'id', id: 'f', format: 'gemini' }, name: 'a' },
    ],
    actions: { state: { set: { a: 1 }, delete: ['b'] }, usage: { inputTokens: 1, outputTokens: 2 } },
    trust: 'tool',
    extra: { format: 'adk', fields: {} },
  }
  expect(createSession({ events: [whole] }).event(0)).toMatchObject(whole)
})
