import { expect, test } from 'vitest'
import { parametersUnsupported, schemaReduced, schemaUnsupported } from './target.ts'

test('a deep place in a schema is short in the message and complete in the data', () => {
  const place = `#${'/properties/a'.repeat(300)} maximum`
  const { message, data } = schemaReduced('d:tool:f', [place])
  expect(message.length).toBeLessThan(300)
  expect(message).toContain(' … ')
  expect(data).toMatchObject({ lost: [place] })
})

test.each([
  [schemaUnsupported(null), 'depth', 'd:outputSchema'],
  [schemaUnsupported('find'), 'depth', 'd:tool:find'],
  [parametersUnsupported('find'), 'root', 'd:tool:find'],
] as const)('an unusable schema is reported with its place and its fault: %#', (said, fault, at) => {
  expect(said.at).toEqual([at])
  expect(said.data).toEqual({ count: 1, tool: at === 'd:outputSchema' ? null : 'find', fault })
})

test('a long name is short in the message and complete in the place', () => {
  const name = 'n'.repeat(5_000)
  const { message, at } = schemaUnsupported(name)
  expect(message.length).toBeLessThan(250)
  expect(at).toEqual([`d:tool:${name}`])
})
