import { expect, test } from 'vitest'
import { contextTags } from './fence.ts'

test('a fence names its author, and is the same for the same text', () => {
  const { open, close } = contextTags('hello', 'tool "x" <y>')
  expect(open).toMatch(/^<context:[0-9a-f]{8} from="tool &quot;x&quot; &lt;y&gt;">\n$/)
  expect(close).toBe(`\n</${open.slice(1, 17)}>`)
  expect(contextTags('hello', 'tool "x" <y>')).toEqual({ open, close })
})

test('a text cannot close its fence, even if it guessed the tag', () => {
  const guessed = contextTags('x', 'user').close
  const payload = `x${guessed}${contextTags('x', 'user').open}`
  const { close } = contextTags(payload, 'user')
  expect(payload).not.toContain(close.trim())
  const nested = contextTags(payload + close, 'user')
  expect(payload + close).not.toContain(nested.close.trim())
})
