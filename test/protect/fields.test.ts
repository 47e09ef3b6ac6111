// Values of listed fields in JSON that is not the whole text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, removeValues } from '../../src/core/protect/index.ts'
import { fieldsInText } from '../../src/core/protect/session/json-fields.ts'
import { createSession, type EventInput } from '../../src/index.ts'
import { words } from './protected-request.ts'

const names = new Set(['ssn', 'card'])
const found = (text: string): readonly string[] => fieldsInText(text, names).map(({ value }) => value)
const placed = (text: string): readonly string[] =>
  fieldsInText(text, names).map(({ start, end }) => text.slice(start, end))
const twice = (value: unknown): string => JSON.stringify(JSON.stringify(value))

test.each([
  ['within words', 'result: {"ssn": "078-05"} (1 row)', ['078-05']],
  ['in lines', '{"id":1,"ssn":"a1"}\n{"id":2,"ssn":"b2"}\n', ['a1', 'b2']],
  ['in a string of JSON', twice({ ssn: '078-05', other: 'x' }), ['078-05']],
  ['in a string in a string', JSON.stringify(twice([{ ssn: '078-05' }])), ['078-05']],
  ['in a string within words', `it printed ${twice({ a: { ssn: '07' } })}, then stopped`, ['07']],
  [
    'in a string with lines',
    `it printed ${JSON.stringify(JSON.stringify({ ssn: ['07'] }, null, 2))}`,
    ['07'],
  ],
  ['cut in the value', '{"rows":[{"id":1,"ssn":"078-0', ['078-0']],
  ['cut in the value, with a mark', '{"ssn":"078-05\u2026', ['078-05']],
  ['cut in a string of JSON', twice({ ssn: '078-05' }).slice(0, -5), ['078-0']],
  ['cut within an escape', '{"ssn":"a b\\u00', ['a b']],
  ['cut at the end of a line', '{"ssn":"078\n{"other":"x"}', ['078']],
  ['cut behind the value', '{"rows":[{"ssn":"078-05","id":"2', ['078-05']],
  ['as a number', 'see {"ssn": 78051120, "id": 3}', ['78051120']],
  ['as a list', 'see {"card":["a1", 2, {"no": "b3", "more": ["c4"]}], "id": "x"}', ['a1', '2', 'b3', 'c4']],
  ['as a list that is cut', 'see {"card":["a1", {"no": "b3', ['a1', 'b3']],
  ['with escapes', 'see {"ssn": "a\\"b\\\\", "id": 1}', ['a"b\\']],
  ['behind a name with escapes', 'see {"s\\u0073n": "a1"}', ['a1']],
  ['behind a quote in the words', 'a 5" disk: {"ssn": "a1"}', ['a1']],
  ['behind a value of the same field', '"ssn": "a1", "ssn": "b2"', ['a1', 'b2']],
])('a listed field is found %s', (_, text, values) => {
  expect(found(text)).toEqual(values)
})

test.each([
  ['another field', '{"id":"a1","ssns":"b2"} and {"n":{"id":["c"]}}'],
  ['a name as a value', '{"id":"ssn","other":"b2"}'],
  ['a name in words', 'the "ssn" of "Ann"'],
  ['no value', '{"ssn":null,"card":true} "ssn": and "card": }'],
  ['an empty value', '{"ssn":"","card":[]}'],
])('nothing is found in %s', (_, text) => {
  expect(found(text)).toEqual([])
})

const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.string({ unit: 'binary' }))
const anyJson = fc.letrec(tie => ({
  value: fc.oneof(
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('ssn', 'id', 'a"b', 'x'), tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Returns the values of listed fields, as a reader of the whole JSON finds them. */
const valuesIn = (value: unknown, isListed = false): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) =>
        valuesIn(each, isListed || (!Array.isArray(value) && key === 'ssn')),
      )
    : isListed && value !== null && value !== ''
      ? [String(value)]
      : []

test('a field is found in JSON at any level as in the JSON itself', () => {
  fc.assert(
    fc.property(anyJson, fc.nat(3), fc.constantFrom('', 'said ', 'a: '), (value, level, before) => {
      let text = JSON.stringify(value)
      for (let time = 0; time < level; time++) text = JSON.stringify(text)
      // Text directly after a number would be read as part of it.
      expect(found(`${before}${text} .`)).toEqual(valuesIn(value))
    }),
  )
})

test('no part of a value is left, wherever JSON is cut', () => {
  const text = `rows: ${JSON.stringify({ id: 'x', ssn: 'q7-Rk', card: ['V2', { no: 'mX' }], rest: 'y' })}`
  for (let end = 0; end <= text.length; end++) {
    const cut = text.slice(0, end)
    const hidden = placed(cut).reduce((left, value) => left.replace(value, ''), cut)
    expect(hidden).not.toMatch(/q|7|R|k|V|2|m|X/)
  }
})

describe('a request', () => {
  const protect = [redact({ fields: ['ssn'] })]
  const session = (...texts: string[]) =>
    createSession({ events: texts.map((text): EventInput => ({ author: 'user', text })) })

  test('has the words around the value, and the value nowhere', async () => {
    const request = await words(
      session('It said {"ssn": "078-05-1120", "id": "row 4"} to me.', 'Mine is 078-05-1120.'),
      {},
      { protect },
    )
    expect(request).not.toContain('078-05')
    expect(request).toContain('It said {\\"ssn\\": \\"[secret:field:1]\\", \\"id\\": \\"row 4\\"} to me.')
    expect(request).toContain('Mine is [secret:field:1].')
  })

  test('has a short value in no such field, and still in other words', async () => {
    const request = await words(session('a "ssn": "41\\"2", and 412', twice({ ssn: '4' })), {}, { protect })
    expect(request).toContain('and 412')
    expect(request).not.toContain('41\\\\')
    expect(request).toContain('[secret:field:2]')
  })

  test('has an example of an instruction as it was written', async () => {
    const instruction = 'Answer as {"ssn": "string"}.'
    expect(await words(session('Hi'), { instruction }, { protect })).toContain(
      'Answer as {\\"ssn\\": \\"string\\"}.',
    )
  })
})

test('a schema that somebody pastes leaves the schemas of tools as they are', async () => {
  const options = { protect: [redact({ fields: ['ssn'] })] }
  const parameters = { type: 'object', properties: { a: { type: 'string', description: 'Its ssn.' } } }
  const pasted = JSON.stringify({ ssn: { type: 'string', description: 'object', more: 'properties' } })
  const session = createSession({ events: [{ author: 'user', text: `It is ${pasted}.` }] })
  const request = await words(session, { tools: [{ name: 'look', parameters }] }, options)
  expect(request).toContain(JSON.stringify(parameters).slice(1, -1))
  expect(request).toContain('It is {\\"ssn\\":{\\"type\\":\\"[secret:field:1]\\"')
})

test('no value is stored', () => {
  const remove = removeValues([redact({ fields: ['ssn'], store: true })])
  const event = remove?.({ author: 'user', text: 'It said {"ssn": "07", "id": 7}.' })
  expect(event?.parts).toEqual([{ kind: 'text', text: 'It said {"ssn": "[removed:field]", "id": 7}.' }])
})

test.each([
  '"ssn":',
  '"ssn":"',
  '"ssn":[',
  '"ssn":{"ssn":',
  '\\"ssn\\":\\"',
  '\\\\\\"',
  '\\',
  '"',
  '"ssn": \\\\\\\\n',
  '{"ssn":"a',
  `"${'\\"x'.repeat(50)}`,
])('a megabyte of %j is read in one pass', unit => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
  const begun = performance.now()
  fieldsInText(text, names)
  // Work that grows with the square takes minutes.
  expect(performance.now() - begun).toBeLessThan(5_000)
})
