import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectJson } from './project-json.ts'

const order =
  '{ "id": 12345678901234567890, "sum": 1.0, "by": {"name": "Ann", "mail": "a@b.c"}, "rows": [{"id": 1, "n": 2}, {"n": 3}, 4, [5]] }'

test.each([
  [{ keep: ['id', 'sum'] }, '{ "id": 12345678901234567890, "sum": 1.0 }'],
  [{ keep: ['by.name'] }, '{ "by": {"name": "Ann"} }'],
  [{ keep: ['rows.*.id'] }, '{ "rows": [{"id": 1}, {}, 4, [5]] }'],
  [{ keep: ['*.name'] }, '{ "by": {"name": "Ann"}, "rows": [{}, {}, 4, []] }'],
  [{ keep: ['id.deeper', 'sum'] }, '{ "sum": 1.0 }'],
  [{ keep: ['nothing'] }, null],
  [{ keep: ['id', 'nothing'] }, '{ "id": 12345678901234567890 }'],
  [{ keep: ['rows.0.id'] }, '{ "rows": [{"id": 1}] }'],
  [{ keep: ['rows.1', 'rows.3.0', 'rows.9'] }, '{ "rows": [{"n": 3}, [5]] }'],
  [{ keep: ['rows.*.id', 'rows.0.n'] }, '{ "rows": [{"id": 1, "n": 2}, {}, 4, [5]] }'],
  [{ omit: ['id', 'sum', 'by', 'rows.0', 'rows.2'] }, '{ "rows": [{"n": 3}, [5]] }'],
  [{ omit: ['id', 'sum', 'by', 'rows.0.id', 'rows.01'] }, '{ "rows": [{"n": 2}, {"n": 3}, 4, [5]] }'],
  [{ omit: ['by', 'rows'] }, '{ "id": 12345678901234567890, "sum": 1.0 }'],
  [{ keep: ['by', 'rows'], omit: ['by.mail', 'rows.*'] }, '{ "by": {"name": "Ann"}, "rows": [] }'],
  [{ omit: ['id', 'sum', 'by', 'rows.*.n'] }, '{ "rows": [{"id": 1}, {}, 4, [5]] }'],
  [{ omit: ['nothing'] }, null],
  [{}, null],
])('the paths %j select the expected fields', (projection, expected) => {
  expect(projectJson(order, projection)).toBe(expected)
})

test('text that is no JSON object or list stays', () => {
  for (const text of ['', 'id: 1', '{"id":', '"id"', '12', 'null'])
    expect(projectJson(text, { keep: ['id'] })).toBeNull()
})

test('a text without any of the named fields stays whole', () => {
  for (const text of ['{"error":"no such file"}', '[{"id":1}]', '{"items":[]}', '{"items":[{"name":"x"}]}'])
    expect(projectJson(text, { keep: ['items.*.id', 'id'] })).toBeNull()
  expect(projectJson('[{"id":1,"n":2}]', { keep: ['*.id'] })).toBe('[{"id":1}]')
})

test('JSON Lines are projected line by line', () => {
  const lines = '{"a":1,"b":2}\r\n\n{"error":"x"}\n[{"a":3}]\n'
  expect(projectJson(lines, { keep: ['a'] })).toBe('{"a":1}\r\n\n{"error":"x"}\n[{"a":3}]\n')
  expect(projectJson(lines, { omit: ['b', '0.a'] })).toBe('{"a":1}\r\n\n{"error":"x"}\n[{}]\n')
  expect(projectJson(`${lines}and words`, { keep: ['a'] })).toBeNull()
  expect(projectJson('{"a":1}\n2', { omit: ['a'] })).toBeNull()
})

test('blanks between the kept fields stay', () => {
  expect(projectJson(JSON.stringify({ a: 1, b: { c: 2, d: 3 } }, null, 2), { omit: ['a', 'b.c'] })).toBe(
    JSON.stringify({ b: { d: 3 } }, null, 2),
  )
})

test('a name may hold dots and stars, and is only ever a key', () => {
  const text = '{"a.b":1,"*":2,"__proto__":{"x":3},"\\u0061":4,"length":5}'
  expect(projectJson(text, { keep: ['a\\.b', '\\*'] })).toBe('{"a.b":1,"*":2}')
  expect(projectJson(text, { keep: ['__proto__.x'] })).toBe('{"__proto__":{"x":3}}')
  expect(projectJson(text, { keep: ['a'] })).toBe('{"\\u0061":4}')
  expect(projectJson('[1,2]', { keep: ['length'] })).toBeNull()
})

test.each(['', '.', 'a.', '.a', 'a..b', 'a\\', 7, null])('the path %j is refused', path => {
  expect(() => projectJson('{}', { keep: [path as string] })).toThrow(
    /^keep\[0\] (is not|must be) a path to a field/,
  )
})

test('a deep value is read no deeper than the path', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(projectJson(`{"a":${deep},"b":1}`, { omit: ['b', 'a.*.x'] })).toBe(`{"a":${deep}}`)
})

const key = fc.constantFrom('a', 'b', 'c', '*', '1')
const { value } = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.string(), tie('object'), tie('list')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  list: fc.array(tie('value'), { maxLength: 3 }),
}))
const path = fc
  .array(fc.constantFrom('a', 'b', 'c', '*', '\\*', '1'), { minLength: 1, maxLength: 4 })
  .map(names => names.join('.'))

/** Projects a value by lists of names, without a text or a tree. */
function projected(given: unknown, keep: string[][] | null, omit: string[][]): unknown {
  if (typeof given !== 'object' || given === null) return given
  if (keep?.length === 0) return Array.isArray(given) ? [] : {}
  const nextKeep = (name: string): string[][] | null =>
    keep === null || isEnd(after(keep, name)) ? null : after(keep, name)
  if (Array.isArray(given)) {
    const isNamed = keep?.some(([first]) => first === '1') ?? false
    return given.flatMap((item, index) => {
      const [kept, left] = [nextKeep(String(index)), after(omit, String(index))]
      return isEnd(left) || (isNamed && kept?.length === 0) ? [] : [projected(item, kept, left)]
    })
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, item]) => {
      const [kept, left] = [nextKeep(name), after(omit, name)]
      const isGone = isEnd(left) || kept?.length === 0 || (kept !== null && typeof item !== 'object')
      return isGone ? [] : [[name, projected(item, kept, left)]]
    }),
  )
}

const after = (paths: string[][], name: string): string[][] =>
  paths
    .filter(([first]) => first === '*' || first === (name === '*' ? '\\*' : name))
    .map(rest => rest.slice(1))
const isEnd = (paths: string[][]): boolean => paths.some(rest => rest.length === 0)

/** Whether one of some paths leads to a field that `omit` does not drop on the way. */
const leads = (given: unknown, paths: string[][], omit: string[][]): boolean =>
  typeof given === 'object' &&
  given !== null &&
  Object.entries(given).some(([name, item]) => {
    const rest = after(paths, name)
    return (
      isEnd(rest) || (!isEnd(after(omit, name)) && rest.length > 0 && leads(item, rest, after(omit, name)))
    )
  })

test('the kept fields are those of the paths, in order', () => {
  const paths = fc.array(path, { maxLength: 3 })
  fc.assert(
    fc.property(value, fc.option(paths, { nil: undefined }), paths, (given, keep, omit) => {
      const text = JSON.stringify(given)
      const names = (all: readonly string[]): string[][] => all.map(one => one.split('.'))
      const kept = keep && leads(given, names(keep), names(omit)) ? names(keep) : null
      const expected = typeof given === 'object' ? projected(given, kept, names(omit)) : given
      expect(projectJson(text, keep ? { keep, omit } : { omit }) ?? text).toBe(JSON.stringify(expected))
    }),
    { numRuns: 2_000 },
  )
})

test('whitespace does not change the kept fields', () => {
  fc.assert(
    fc.property(value, path, fc.constantFrom(1, '\t', '\r\n '), (given, one, space) => {
      const [plain, spread] = [JSON.stringify(given), JSON.stringify(given, null, space)]
      const parsed = (text: string): unknown => JSON.parse(projectJson(text, { keep: [one] }) ?? text)
      expect(parsed(spread)).toEqual(parsed(plain))
    }),
  )
})

test('keeping everything changes nothing', () => {
  fc.assert(
    fc.property(value, given => {
      const text = JSON.stringify(given, null, 1)
      expect(projectJson(text, { keep: ['*'] })).toBeNull()
    }),
  )
})
