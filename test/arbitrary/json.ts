import fc from 'fast-check'
import { hostileText, sentences } from './text.ts'

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Returns an object with `__proto__` as its own key, as JSON.parse makes it. */
const polluting = (): unknown => JSON.parse('{"__proto__":{"admin":true},"constructor":1}')

/** Generates a JSON object that resembles the usual arguments of a tool. */
const plainObject = (): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(
    fc.constantFrom('city', 'query', 'count', 'list', 'a/b', 'c~d', ''),
    fc.oneof(
      sentences(),
      hostileText(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(sentences(), { maxLength: 3 }),
    ),
    { maxKeys: 3, noNullPrototype: true },
  )

/** Generates a call's arguments as JSON text: mostly an object, else the broken text that models and trimmers leave. */
export const argumentsText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: plainObject().map(value => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        'null',
        '[1]',
        '"text"',
        '12',
        '{',
        '{"a":',
        ' {"a" : 1} ',
        '{"a":1,"a":2}',
        '{"__proto__":{"x":1}}',
        '{"a":"\\ud800"}',
        '{"a":1e999}',
        '{}{}',
        nested(150),
        nested(3_000),
      ),
    },
    { weight: 1, arbitrary: hostileText() },
  )

/** Generates a call's arguments as a value: mostly an object. */
export const argumentsValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 10, arbitrary: plainObject() },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, [], [1], 'text', '', 7, false, { '\ud800': '\ud800' }),
    },
    { weight: 1, arbitrary: fc.constant(null).map(polluting) },
    { weight: 1, arbitrary: fc.constantFrom(150, 800).map(depth => JSON.parse(nested(depth)) as unknown) },
  )

/** Generates any JSON value, to replace a value of another type. */
export const junk = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      0,
      -1.5,
      true,
      '',
      'text',
      [],
      [null],
      [[]],
      {},
      { type: 3 },
      { role: 5 },
      { role: 'user' },
    ),
    fc.constantFrom<unknown>(
      { role: 'robot', content: 'beep' },
      { role: 'constructor', content: 'x' },
      { role: '__proto__', content: 'x' },
      { type: 'constructor' },
      { type: 'toString', id: 'x' },
      { role: null, content: null },
      { type: 'message', role: 'robot', content: [] },
    ),
    fc.constant(null).map(polluting),
    fc.json({ maxDepth: 3 }).map(text => JSON.parse(text) as unknown),
  )
