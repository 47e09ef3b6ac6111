import { expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'

test('a placeholder is filled in', () => {
  expect(renderTemplate('Hello {name}!', { name: 'World' })).toBe('Hello World!')
  expect(renderTemplate('{city|Paris}, {user:zip?}{country}', {})).toBe('Paris, {country}')
})

test('only own keys of a state are read, whatever their names', () => {
  const inherits = Object.create({ name: 'inherited' }) as Record<string, unknown>
  expect(renderTemplate('{name} {constructor}', inherits)).toBe('{name} {constructor}')
  expect(renderTemplate('{__proto__.a}', JSON.parse('{"__proto__":{"a":1}}'))).toBe('1')
  expect(renderTemplate('{constructor}', Object.assign(Object.create(null), { constructor: 'own' }))).toBe(
    'own',
  )
})

test('an unreadable value is missing', () => {
  const state = {
    get name(): never {
      throw new Error('no')
    },
    deep: new Proxy({}, { getOwnPropertyDescriptor: () => [][0] as never }),
  }
  expect(renderTemplate('{name?}{deep.a?}.', state)).toBe('.')
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  expect(renderTemplate('{a.b}', { a: revoked.proxy })).toBe('{a.b}')
})

test('non-index names are missing in a list', () => {
  const list = Object.assign(['a'], { extra: 1 })
  expect(renderTemplate('{list.0} {list.extra} {list.length}', { list })).toBe('a {list.extra} {list.length}')
})

test('an invalid template or state is a TypeError', () => {
  expect(() => renderTemplate(undefined as never, {})).toThrow(TypeError)
  for (const state of [undefined, null, 'text', ['list']])
    expect(() => renderTemplate('{a}', state as never)).toThrow(TypeError)
})
