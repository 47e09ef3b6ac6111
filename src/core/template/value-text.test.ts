import { expect, test } from 'vitest'
import { valueText } from './value-text.ts'

const circle: unknown[] = []
circle.push(circle)

test.each(
  [
    ['', ''],
    ['{x} "y"', '{x} "y"'],
    [null, ''],
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [false, 'false'],
    [[], '[]'],
    [[null], '[null]'],
    [{ a: 'b', c: undefined }, '{"a":"b"}'],
    [{ text: 'null' }, '{"text":"null"}'],
    ['null', 'null'],
    [12345678901234567890n, '12345678901234567890'],
    [{ many: 1n }, '{"many":"1"}'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [[new Date(0)], '["1970-01-01T00:00:00.000Z"]'],
    [new Map([['a', 1]]), '{}'],
    [circle, '[nested too deeply]'],
    [{ toJSON: () => undefined }, '[not JSON]'],
    [{ toJSON: () => 'null' }, 'null'],
  ].map(([value, text]) => ({ value, text })),
)('a value is written as $text', ({ value, text }) => {
  expect(valueText(value)).toBe(text)
})

test('a value that throws when read becomes a note', () => {
  const getter = {
    get a(): never {
      throw new Error('no')
    },
  }
  const proxy = new Proxy({}, { ownKeys: () => [][0] as never })
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  for (const value of [getter, proxy, revoked.proxy, [getter]]) expect(valueText(value)).toBe('[not JSON]')
})

test('a value nested beyond any stack becomes a note', () => {
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = [deep]
  expect(valueText(deep)).toBe('[nested too deeply]')
  expect(valueText({ toJSON: () => deep })).toBe('[not JSON]')
})
