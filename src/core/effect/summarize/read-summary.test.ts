import { expect, test } from 'vitest'
import { readSummary } from './read-summary.ts'

const messages = [
  { seq: 3, author: 'user', text: 'Please book 2 seats to Rome for Anna on 2024-05-03, not by night train.' },
  {
    seq: 4,
    author: 'helper',
    text: 'I booked 2 seats; the file is docs/trips/rome.pdf and it says "no refund after May".',
  },
  { seq: 7, author: 'user', text: 'It may cost twelve Euros and a half, or twenty-five at most.' },
]
const input = { messages, prompt: 'Summarize.' }
const refusalOf = (text: string, from?: readonly number[]) =>
  readSummary({ statements: [{ text: 'Seats to Rome.' }, { text, ...(from && { from }) }] }, input).refused[0]
    ?.why

test.each<[string, string, (readonly number[])?]>([
  ['number', 'The user asked for 6 seats.'],
  ['number', 'It cost 1,250 Euros.'],
  ['quote', 'The file says "no refund after June".'],
  ['identifier', 'The file is docs/trips/roma.pdf.'],
  ['identifier', 'It is at https://example.org/rome.'],
  ['identifier', 'The setting is `night_train`.'],
  ['name', 'The seats are for Barbara.'],
  ['name', 'Barbara wants 2 seats.'],
  ['name', 'barbara wants 2 seats.'],
  ['name', "Barbara's seats are booked."],
  ['name', 'The seats are booked. Barbara is in Rome.'],
  ['reference', 'Seats to Rome for Anna.', [5]],
  ['reference', 'Seats to Rome for Anna.', []],
  ['reference', 'The user asked for seats to Rome for Anna.', [7]],
  ['reference', 'There are 2 seats.', [7]],
])('an invented %s is refused: %s', (why, text, from) => {
  expect(refusalOf(text, from)).toBe(why)
})

test.each<[string, (readonly number[])?]>([
  ['2 seats to Rome were booked for Anna.', [3, 4]],
  ['The trip is on 3 May: 2024-05-03.', [3]],
  ['It may cost 12.5 or 25 Euros.', [7]],
  ['The file docs/trips/rome.pdf says “No refund after May”.', [4]],
  ['No night train.', [3]],
  ['Anna wants 2 seats.', [3]],
  ["Anna's seats are booked."],
  ['Booking has no refund after May.'],
  ['Wants 2 seats to Rome.'],
  ['Budget is twelve Euros and a half.'],
])('a statement that the messages bear out passes: %s', (text, from) => {
  expect(refusalOf(text, from)).toBeUndefined()
})

test.each<[string, unknown]>([
  ['lines', '- Seats to Rome. [3]\n* booked 2 seats [3, 4].\n\n'],
  [
    'JSON',
    '```json\n{"statements":[{"text":"Seats to Rome.","from":[3]},{"text":"booked 2 seats","from":[3,4]}]}\n```',
  ],
])('a text may be %s', (_, given) => {
  expect(readSummary(given, input).statements).toEqual([
    { text: 'Seats to Rome.', from: [3] },
    { text: 'booked 2 seats', from: [3, 4] },
  ])
})

test.each<[string, unknown]>([
  ['it gave neither a text nor { statements }', null],
  ['it gave neither a text nor { statements }', { statements: 5 }],
  ['it gave a statement without a text', { statements: [{}] }],
  ['it gave an empty statement', { statements: [{ text: ' ' }] }],
  ['it gave references that are no list of whole numbers', { statements: [{ text: 'a', from: ['3'] }] }],
  ['it gave an empty summary', ' \n'],
  ['its summary is no shorter than the', `Rome ${'very '.repeat(100)}`],
  [
    'the messages do not support 2 of its 3 statements: 2 have numbers that no message has',
    'Rome\n33 seats\n44 seats',
  ],
])('a summary is refused: %s', (message, given) => {
  expect(() => readSummary(given, input)).toThrow(message)
})
