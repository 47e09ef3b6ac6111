import { expect, test } from 'vitest'
import { schemaReduced, schemaUnsupported } from './target.ts'

test('a deep place in a schema is short in the message and whole in the data', () => {
  const place = `#${'/properties/a'.repeat(300)} maximum`
  const { message, data } = schemaReduced('d:tool:f', [place])
  expect(message.length).toBeLessThan(200)
  expect(message).toContain(' … ')
  expect(data).toMatchObject({ lost: [place] })
})

test.each([
  [null, 'root', 'outputSchema cannot be sent: its root is not an object', 'd:outputSchema'],
  [null, 'depth', 'outputSchema cannot be sent: its schema is nested more than 200 levels', 'd:outputSchema'],
  ['find', 'root', "tool 'find' cannot be sent: the root of its parameters is not an object", 'd:tool:find'],
  ['find', 'depth', "tool 'find' cannot be sent: its schema is nested more than 200 levels", 'd:tool:find'],
] as const)(
  'a schema that cannot be sent is named, and what to do is said: %s, %s',
  (tool, fault, words, at) => {
    const { message, help, at: places, data } = schemaUnsupported(tool, fault)
    expect(message).toContain(words)
    expect(help).toMatch(fault === 'root' ? /type: 'object'.* (key|property)/ : /flatten it.*\$defs/)
    expect(places).toEqual([at])
    expect(data).toEqual({ count: 1, tool, fault })
  },
)

test('a long name is short in the message and whole in the place', () => {
  const name = 'n'.repeat(5_000)
  const { message, at } = schemaUnsupported(name, 'depth')
  expect(message.length).toBeLessThan(250)
  expect(at).toEqual([`d:tool:${name}`])
})
