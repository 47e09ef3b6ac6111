import { expect, test } from 'vitest'
import type { EventInput } from '../../ir/event.ts'
import type { JsonValue } from '../../ir/json.ts'
import { createSession } from '../../session/create.ts'
import { toEvent } from '../../session/events.ts'
import { restoreSession } from '../../session/restore.ts'
import type { Session } from '../../session/session.ts'
import type { Detector } from '../detector.ts'
import type { View } from '../protection.ts'
import { redact } from '../redact.ts'
import { OwnValues } from '../session/own-values.ts'
import { PlaceholderStream } from '../session/placeholder-stream.ts'
import { Registry } from '../session/registry.ts'
import { lensOf } from './lens-of.ts'

const detector = (id: string, pattern: RegExp): Detector => ({
  ...{ id, version: '1' },
  find: text =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      ...{ start: index, end: index + length, kind: '' },
    })),
})
const redaction = redact({
  pii: ['email', 'phone'],
  detectors: [detector('person', /(?<=Name: )[^;]+/g), detector('half', /(?<=Half: )[^;.]+/g)],
})
const isShown = (author: string): boolean => author === 'helper'
const token = `ghp_${'x7Kq9Zr2Vb4Nm6Tw1Yc8'.repeat(2).slice(0, 36)}`

const viewOf = (session: Session, show = ['email', 'phone', 'person', 'half']): View =>
  lensOf([redaction], session, isShown).forOwner({ user: 'ada', show })

/** Returns the view of a session with these events, as the texts of its events. */
function textsOf(events: readonly EventInput[], show?: readonly string[], state = {}): readonly string[] {
  const session = createSession({ state }).append(...events)
  const view = viewOf(session, show && [...show])
  return events.map((_, seq) =>
    view
      .event(seq)
      .parts.map(part =>
        JSON.stringify(part.kind === 'text' ? part.text : 'content' in part ? part.content : part),
      )
      .join(),
  )
}

const user = (text: string): EventInput => ({ author: 'user', text })
const helper = (text: string): EventInput => ({ author: 'helper', text })
const result = (text: string, more: Partial<EventInput> = {}): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c1', name: 'find', content: [{ kind: 'text', text }] }],
  ...more,
})

test('a person sees his own values in his words and in those of a model (W3: litellm#14516)', () => {
  const texts = textsOf([
    user('I am ada@example.org, call +49 30 12345678.'),
    helper('I write to [secret:email:1], and call [secret:phone:1].'),
  ])
  expect(texts).toEqual([
    '"I am ada@example.org, call +49 30 12345678."',
    '"I write to ada@example.org, and call +49 30 12345678."',
  ])
})

test('a value of another kind stays hidden, and so does a secret, also one that looks like an address', () => {
  const [first, second, third] = textsOf(
    [
      user(`Token ${token}, ada@example.org, +49 30 12345678.`),
      helper('I have [secret:github-token:1], [secret:email:1] and [secret:phone:1].'),
      user('My password: Xk92-qLw7pZ@example.org'),
    ],
    ['email'],
  )
  expect(first).not.toContain(token)
  expect(first).toContain('[secret:phone:1]')
  expect(second).toMatch(/\[secret:[\w-]+:1\], ada@example\.org and \[secret:phone:1\]/)
  expect(third).not.toContain('qLw7pZ')
})

test('a value that a listed field or a pattern covers stays hidden, also one that looks like an address', () => {
  const strict = redact({ pii: ['email', 'phone'], fields: ['password'], patterns: [/eve@[a-z.]+/] })
  const session = createSession().append(
    user('{"password": "+14155550132"}'),
    user('I am eve@example.org or ada@example.org.'),
    helper('[secret:phone:1] [secret:email:1] [secret:email:2] [secret:pattern:1]'),
  )
  const view = lensOf([strict], session, isShown).forOwner({ user: 'ada', show: ['email', 'phone'] })
  const shown = JSON.stringify([0, 1, 2].map(seq => view.event(seq).parts))
  expect(shown).not.toMatch(/14155550132|eve@/)
  expect(shown.match(/ada@example\.org/g)).toHaveLength(2)
})

test("another customer's address in a tool's result is shown nowhere (W3: litellm#14516)", () => {
  const texts = textsOf([
    user('Who has order 7?'),
    result('bob@example.org'),
    helper('It is [secret:email:1].'),
    user('Is it bob@example.org?'),
    helper('Yes, [secret:email:1].'),
  ])
  expect(texts.join()).not.toContain('bob@')
})

test('a customer who guesses placeholders sees no value', () => {
  const texts = textsOf([
    user('I am ada@example.org.'),
    result('bob@example.org'),
    user('Print [secret:email:1] and [secret:email:2].'),
    helper('Here: [secret:email:2], [secret:email:3].'),
  ])
  expect(texts[2]).toBe('"Print [ secret:email:1] and [ secret:email:2]."')
  expect(texts.join()).not.toContain('bob@')
})

test('a value in both kinds of words belongs to nobody from the second event on (W3: litellm#8359)', () => {
  const texts = textsOf([
    user('I am ada@example.org.'),
    helper('Hello [secret:email:1].'),
    result(`{"mail": "ada%40example.org"}`),
    helper('Again [secret:email:1].'),
    user('I am ada@example.org.'),
  ])
  expect(texts[1]).toBe('"Hello ada@example.org."')
  expect(texts.slice(2).join()).not.toMatch(/ada(@|%40)/)
})

test('a quotation of a tool, a model, a file, the state or another author is not own', () => {
  const quoted: readonly (readonly EventInput[])[] = [
    [result('ada@example.org')],
    [helper('ada@example.org')],
    [{ author: 'other', text: 'ada@example.org' }],
    [{ author: 'user', text: 'ada@example.org', trust: 'external' }],
    [{ author: 'user', text: 'ada@example.org', visibility: 'internal' }],
    [{ author: 'user', text: 'ada@example.org', branch: 'call:0.0' }],
    [{ author: 'user', parts: [{ kind: 'data', value: { to: 'ada@example.org' } }] }],
    [{ author: 'developer', text: 'ada@example.org' }],
    [
      user('Hello.'),
      { author: 'developer', parts: [], actions: { rewind: { to: 1 } } },
      result('ada@example.org'),
    ],
  ]
  for (const before of quoted) {
    const texts = textsOf([...before, user('As it says: ada@example.org'), helper('[secret:email:1]')])
    expect(texts.slice(before.length).join()).not.toContain('ada@')
  }
  const state = { mail: 'ada@example.org' }
  expect(
    textsOf([user('ada@example.org'), helper('[secret:email:1]')], ['email'], state).join(),
  ).not.toContain('ada@')
})

test('a value within, around or across a hidden one is hidden', () => {
  const around = textsOf([
    result('eve@example.org'),
    user('Name: Eve eve@example.org;'),
    helper('[secret:person:1]'),
  ])
  expect(around.slice(1).join()).not.toContain('eve@')
  const overlapped = textsOf([
    result('eve@example.org'),
    user('Half: Eve eve@example.org;'),
    helper('[secret:half:1]'),
  ])
  expect(overlapped.slice(1).join()).not.toContain('eve@')
  const within = textsOf([
    user('ada@example.org'),
    result('Name: Ada ada@example.org;'),
    helper('[secret:email:1]'),
  ])
  expect(within[2]).toBe('"[secret:email:1]"')
})

test('an answer of the owner to a call is his words, and one of somebody else is not', () => {
  const shownFor = (by: string): string => {
    const decided = { call: '0.0', approved: true, by, digest: 'd', answer: 'ada@example.org' }
    const events = [
      user('Hi.'),
      { author: 'developer', actions: { run: { decided } } },
      result('ada@example.org', { actions: { run: { given: { by } } } }),
      helper('[secret:email:1]'),
    ]
    const session = restoreSession({ events: events.map((each, seq) => toEvent(each, seq)) })
    const view = viewOf(session)
    return JSON.stringify([view.event(1), view.event(2), view.event(3)])
  }
  expect(shownFor('ada').match(/ada@example\.org/g)).toHaveLength(3)
  expect(shownFor('support')).not.toContain('ada@')
})

test('the copy of an answer of the owner under an output key is his words, and other state is not', () => {
  const shownWith = (set: Record<string, JsonValue>, text = 'ada@example.org'): string => {
    const decided = { call: '0.0', approved: true, by: 'ada', digest: 'd', answer: 'ada@example.org' }
    const events = [
      user('Hi.'),
      { author: 'developer', actions: { run: { decided } } },
      result(text, { actions: { run: { given: { by: 'ada' }, returned: {} }, state: { set } } }),
    ]
    const session = restoreSession({ events: events.map((each, seq) => toEvent(each, seq)) })
    return JSON.stringify(viewOf(session).event(2).parts)
  }
  expect(shownWith({ mail: 'ada@example.org' })).toContain('ada@')
  expect(shownWith({ form: { mail: 'ada@example.org' } }, '{"mail":"ada@example.org"}')).toContain('ada@')
  expect(shownWith({ mail: 'ada@example.org', log: 'got ada@example.org' })).not.toContain('ada@')
})

test('JSON of a call stays JSON with a value that has quotes', () => {
  const events: readonly EventInput[] = [
    user('Name: Ada "A" L;'),
    {
      author: 'helper',
      parts: [
        { kind: 'tool-call', id: 'c1', name: 'find', arguments: '{"who": "[secret:person:1]"}' },
        { kind: 'tool-call', id: 'c2', name: 'find', arguments: { who: '[secret:person:1]' } },
      ],
    },
  ]
  const [, call] = textsOf(events)
  expect(call).toContain(JSON.stringify('{"who": "Ada \\"A\\" L"}'))
  expect(call).toContain(JSON.stringify({ who: 'Ada "A" L' }))
})

test('later words change no earlier event, and a longer session has the view of a new lens', () => {
  let session = createSession()
  let lens = lensOf([redaction], session, isShown)
  const owner = { user: 'ada', show: ['email'] }
  const events = [
    user('I am ada@example.org.'),
    helper('Hi [secret:email:1]'),
    user('Also lin@example.org'),
    helper('[secret:email:2]'),
    result('lin@example.org and x [secret:email:1]'),
    helper('[secret:email:1] [secret:email:2]'),
  ]
  const shown: unknown[] = []
  for (const event of events) {
    session = session.append(event)
    lens = lens.lensForLongerSession(session, isShown)
    const view = lens.forOwner(owner)
    shown.push(view.event(session.length - 1).parts)
    const again = lensOf([redaction], session, isShown).forOwner(owner)
    for (let seq = 0; seq < session.length; seq++) {
      expect(view.event(seq)).toEqual(again.event(seq))
      expect(view.event(seq).parts).toEqual(shown[seq])
    }
  }
  expect(JSON.stringify(shown.at(-1))).toContain('ada@example.org [secret:email:2]')
})

test('a stream shows own values however a text is cut, and holds back only what may be one', () => {
  const session = createSession().append(user('I am ada@example.org.'), result('bob@example.org'))
  const view = viewOf(session)
  const text = 'A [secret:email:1], [secret:email:2] [secret:email:12] [[secret:email:1] [secret:em'
  const whole = 'A ada@example.org, [secret:email:2] [secret:email:12] [ada@example.org [secret:em'
  for (let size = 1; size <= text.length; size++) {
    const stream = view.stream({ holdsNew: true })
    let said = ''
    for (let at = 0; at < text.length; at += size) said += stream.push(text.slice(at, at + size))
    expect(said + stream.end()).toBe(whole)
  }
  expect(view.stream({ holdsNew: true }).push('see [note] [x')).toBe('see [note] [x')
  expect(view.stream().push('[secret:email:1]')).toBe('[secret:email:1]')
})

test('values are judged for a piece with a bracket alone, and once as long as nothing changes', () => {
  let asked = 0
  const stream = new PlaceholderStream(() => {
    asked++
    return new Map([['[secret:email:1]', 'ada@example.org']])
  })
  for (let at = 0; at < 100; at++) expect(stream.push('word ')).toBe('word ')
  expect([stream.end(), asked]).toEqual(['', 0])
  const said = ['to [sec', 'ret:email', ':1] and', ' on'].map(piece => stream.push(piece))
  expect([...said, asked]).toEqual(['to ', '', 'ada@example.org and', ' on', 3])

  const registry = new Registry()
  const own = new OwnValues(registry, 'ada', ['email', 'phone'])
  let session = createSession().append(user('I am ada@example.org, +49 30 12345678.'))
  for (const [value, kind] of [
    ['ada@example.org', 'email'],
    ['+49 30 12345678', 'phone'],
  ] as const)
    registry.registerValue(value, kind, 0)
  own.readSession(session)
  const values = own.valuesAt(0)
  expect([...values.keys()]).toEqual(['[secret:email:1]', '[secret:phone:1]'])
  own.readSession(session)
  expect(own.valuesAt(0)).toBe(values)
  registry.registerValue('+49 30 12345678', 'password', 0)
  expect([...own.valuesAt(0).values()]).toEqual(['ada@example.org'])
  session = session.append(result('ada@example.org'))
  own.readSession(session)
  expect([own.valuesAt(0).size, own.valuesAt(1).size]).toEqual([1, 0])
})
