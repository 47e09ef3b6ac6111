import { describe, expect, test } from 'vitest'
import { createSession } from '../../session/create.ts'
import { callsOf, textOf } from './answer-parts.ts'
import { resultOf } from './result-of.ts'

const call = { kind: 'tool-call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } } as const

describe('resultOf', () => {
  const content = (value: unknown) => resultOf(call, value).parts![0]

  test.each([
    ['Rain.', [{ kind: 'text', text: 'Rain.' }]],
    [{ sky: 'rain' }, [{ kind: 'data', value: { sky: 'rain' } }]],
    [0, [{ kind: 'data', value: 0 }]],
    [[], [{ kind: 'data', value: [] }]],
    [[{ kind: 'text', text: 'Rain.' }], [{ kind: 'text', text: 'Rain.' }]],
    [undefined, []],
    [null, []],
  ])('%j becomes content', (value, expected) => {
    expect(content(value)).toEqual({ kind: 'tool-result', id: 'c1', name: 'weather', content: expected })
  })

  test('an error becomes an error result that the model reads', () => {
    const text = 'Error: no such city'
    expect(content(new TypeError('no such city'))).toMatchObject({
      isError: true,
      content: [{ kind: 'text', text }],
    })
  })

  test('a value that JSON cannot hold is a TypeError', () => {
    expect(() => resultOf(call, () => 0)).toThrow('the tool returned a function, which JSON cannot hold')
  })

  test('a session takes the result of a call', () => {
    const session = createSession({ events: [{ author: 'helper', parts: [call] }] })
    const results = callsOf(session.events).map(each => resultOf(each, 'Rain.'))
    expect(session.append(...results).event(1).parts).toEqual(results[0]?.parts)
  })
})

describe('callsOf and textOf', () => {
  const answer = [
    { parts: [{ kind: 'text', text: 'I look. ' } as const, call] },
    { text: 'Twice.' },
    { parts: [{ ...call, id: 'c2' }] },
  ]

  test('return the calls of all events of an answer, and its text', () => {
    expect(callsOf(answer).map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(textOf(answer)).toBe('I look. Twice.')
  })

  test.each([
    ['{"city":"Rome"}', { city: 'Rome' }],
    ['', {}],
    ['{"city"', { invalid_json: '{"city"' }],
    ['7', { value: 7 }],
  ])('callsOf reads the arguments %j', (given, expected) => {
    expect(callsOf([{ parts: [{ ...call, arguments: given }] }])[0]?.arguments).toEqual(expected)
  })

  test('callsOf gives a text that is no JSON a name', () => {
    const freeform = { ...call, arguments: 'print(1)', freeform: true } as const
    expect(callsOf([{ parts: [freeform] }])[0]?.arguments).toEqual({ input: 'print(1)' })
  })

  test('an answer that only calls has no text, and one that only talks has no calls', () => {
    expect(textOf([{ parts: [call] }])).toBe('')
    expect(callsOf([{ text: 'Rain.' }])).toEqual([])
  })

  test('commentary is no part of the text', () => {
    const spoken = (text: string, phase: string) => ({
      parts: [{ kind: 'text', text } as const],
      extra: { format: 'openai', fields: { phase } } as const,
    })
    const commentary = spoken('I look.', 'commentary')
    expect(textOf([commentary, spoken('Rain.', 'final_answer')])).toBe('Rain.')
    expect(textOf([commentary])).toBe('I look.')
  })
})
