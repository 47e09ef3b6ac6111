import { expect, test } from 'vitest'
import { createSession } from '../../session/create.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { redact } from '../redact.ts'
import type { ValueUse } from './lens.ts'
import { lensOf } from './lens-of.ts'

const redaction = redact({ pii: ['email'], patterns: [/tulip-\d+/] })
const session = createSession({
  events: [
    { author: 'user', text: 'Write to anna@example.org about tulip-41.' },
    { author: 'helper', text: 'I wrote to [secret:email:1], as [secret:email:9] said.' },
  ],
})
const isShown = (author: string): boolean => author === 'helper'
const texts = [
  ...['tulip-41', 'Ask bob@example.org.', 'a [secret:email:1] and a [secret:email:7]', '', 'nothing'],
  ...[encodeURIComponent('anna@example.org'), '{"password": "hunter2-Xy9"}'],
]
const guardOf = () => redaction.guard([redaction])

test('a lens shows the session, texts, values and forms as its guard does', () => {
  const guard = guardOf()
  const lens = lensOf([redaction], session, isShown)
  expect([...lens.session.events]).toEqual([...guard.protect(session, isShown).events])
  for (const use of ['declared', 'data', 'report'] satisfies ValueUse[])
    for (const text of texts)
      for (const isProtected of [undefined, true, false]) {
        const value = { text, list: [text, 7] }
        const change = guard.beside().changeFor([value], use)
        const asked = mapTexts(value, each => change(each, isProtected))
        expect(lens.json(value, use, isProtected)).toEqual(asked)
        expect(lens.change([text], use)(text)).toBe(guard.beside().changeFor([text], use)(text))
      }
  const event = session.event(0)
  const form = { content: event.parts, id: 'tulip-41' }
  expect(lens.form(event, form)).toEqual(guard.beside().formOf(event, form))
  expect(lens.diagnostics([0])).toEqual(guard.diagnostics([0]))
  expect([lens.meaning, lens.length]).toEqual([guard.meaning, guard.length])
})

test('a lasting lens numbers values from call to call, also for a longer session', () => {
  const lens = lensOf([redaction], session, isShown).lensWithKeptPlaceholders()
  const first = lens.json('bob@example.org', 'data')
  expect(lens.json('eve@example.org and bob@example.org', 'data')).toContain(first)
  const longer = lens.lensForLongerSession(session.append({ author: 'user', text: 'Thanks.' }), isShown)
  expect(longer.json('bob@example.org', 'data')).toBe(first)
})

test('a stream is the one of the guard, whatever its pieces', () => {
  const guard = guardOf()
  guard.protect(session, isShown)
  const lens = lensOf([redaction], session, isShown)
  for (const holdsNew of [false, true])
    for (const text of texts) {
      const [own, other] = [lens.stream({ holdsNew }), guard.stream({ holdsNew })]
      for (const piece of text) expect(own.push(piece)).toBe(other.push(piece))
      expect(own.end()).toBe(other.end())
    }
})

test('values of a call are those that its model was shown', () => {
  const lens = lensOf([redaction], session, isShown)
  const input = { to: '[secret:email:1]', text: 'to [secret:email:1]', other: '[secret:email:9]' }
  const revealed = lens.call()?.revealArguments(input, ['to', 'other'])
  expect(revealed?.input).toEqual({ ...input, to: 'anna@example.org' })
  expect(revealed?.hide('sent to anna@example.org')).toBe('sent to [secret:email:1]')
  expect(lens.call()?.revealPlaceholders(input).text).toBe('to anna@example.org')
  expect(lens.call(0)?.revealArguments(input, ['to'])).toBe(null)
})

test('without protections, each answer is what was given', () => {
  const lens = lensOf([], session, isShown)
  const value = { text: 'anna@example.org' }
  expect([lens.isClear, lens.isWaiting, lens.session, lens.meaning]).toEqual([true, false, session, ''])
  expect(lens.json(value, 'data')).toBe(value)
  expect(lens.form(session.event(0), value)).toBe(value)
  expect(lens.stream().push('tulip-41')).toBe('tulip-41')
  expect(lens.call()).toBe(null)
})
