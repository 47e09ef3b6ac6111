import { expect, test } from 'vitest'
import { schemaReduced } from './target.ts'

test('a deep place in a schema is short in the message and whole in the data', () => {
  const place = `#${'/properties/a'.repeat(300)} maximum`
  const { message, data } = schemaReduced('d:tool:f', [place])
  expect(message.length).toBeLessThan(200)
  expect(message).toContain(' … ')
  expect(data).toMatchObject({ lost: [place] })
})
