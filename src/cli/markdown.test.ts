import { expect, test } from 'vitest'
import { plainPaint } from '../core/text/columns.ts'
import { renderMarkdown } from './markdown.ts'

test('a page loses its marks and keeps its code', () => {
  const page = '# CX1: a\n\nSome words that\nwrap `here`.\n\n- one\n- two\n\n```json\n{ "a": 1 }\n```\n'
  expect(renderMarkdown(page, 22, plainPaint)).toMatchInlineSnapshot(`
    "CX1: a

    Some words that wrap
    \`here\`.

    - one
    - two

        { "a": 1 }
    "
  `)
})
