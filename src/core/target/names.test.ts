import { expect, test } from 'vitest'
import { createNames, wireName } from './names.ts'

const rule = { allowed: /^[a-zA-Z0-9_-]+$/, longest: 64 }

test('a legal name is sent unchanged', () => {
  expect(wireName('get_weather-2', rule)).toBe('get_weather-2')
})

test('an illegal name keeps its legal characters and gains a hash, so that no two collide', () => {
  const names = [
    'get weather',
    'get.weather',
    'get/weather',
    '',
    '漢字',
    'x'.repeat(65),
    'x'.repeat(66),
    'a\ud800',
  ]
  const wire = names.map(name => wireName(name, rule))
  expect(new Set(wire).size).toBe(names.length)
  for (const name of wire) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
})

test('renamed tools get their declared names back', () => {
  const names = createNames(rule)
  const wire = names.toWire('get weather')
  expect(names.toDeclared(wire)).toBe('get weather')
  expect(names.toDeclared('other')).toBe('other')
  names.toWire('plain')
  expect(names.renamed()).toEqual([['get weather', wire]])
})

test('two declared names never collide in the request', () => {
  const other = wireName('a b', rule)
  const names = createNames(rule, ['a b', other])
  expect(names.toWire(other)).toBe(other)
  expect(names.toWire('a b')).not.toBe(other)
  expect(names.toDeclared(names.toWire('a b'))).toBe('a b')
})

test("a call by a tool's sent name is that tool's, whichever comes first", () => {
  const names = createNames(rule, ['get.weather'])
  const wire = names.toWire('get.weather')
  expect(names.toWire(wire)).toBe(wire)
  expect(names.toDeclared(wire)).toBe('get.weather')
  for (const order of [
    ['a.b', wireName('a.b', rule)],
    [wireName('a.b', rule), 'a.b'],
  ]) {
    const history = createNames(rule)
    expect(new Set(order.map(name => history.toWire(name))).size).toBe(1)
    expect(history.toDeclared(wireName('a.b', rule))).toBe('a.b')
  }
})

test('a name begins as the target requires', () => {
  const strict = { allowed: /^[a-zA-Z_][\w.:-]*$/, longest: 64 }
  expect(wireName('files.read', strict)).toBe('files.read')
  for (const name of ['1st', '-a', '漢字', '9'.repeat(70)]) {
    const wire = wireName(name, strict)
    expect(wire).toMatch(strict.allowed)
    expect(wire.length).toBeLessThanOrEqual(64)
  }
})

test('a name with an illegal first character gets a prefix', () => {
  const strict = { allowed: /^[a-zA-Z_][a-zA-Z0-9_-]*$/, longest: 64 }
  const names = createNames(strict)
  const wire = names.toWire('1st tool')
  expect(wire).toMatch(/^_1st_tool_[0-9a-f]{6}$/)
  expect(names.toDeclared(wire)).toBe('1st tool')
  expect(createNames(strict).toWire(`9${'x'.repeat(80)}`)).toHaveLength(64)
})
