import { describe, expect, test } from 'vitest'
import { expand } from '../context/operation/compact/expand.ts'
import type { ResultContent } from '../ir/result.ts'
import { createSession } from '../session/create.ts'
import { agent } from './declare.ts'
import { expandTool } from './expand-tool.ts'

const image = { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } } as const
const text = (words: string) => ({ kind: 'text', text: words }) as const
const result = (...content: ResultContent[]) => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c', content } as const],
})
const session = createSession({
  events: [
    { author: 'user', text: 'half \ud800 a pair\r\n' },
    result(text('one'), text('two'), image),
    result({ kind: 'data', value: { a: [1] } }),
    result(image),
  ],
})
const open = { expand: (handle: string) => expand(session, handle) }
const { execute } = expandTool({ compiled: () => open })

test.each([
  ['0.0', 'half \ud800 a pair\r\n'],
  [' 0.0\n', 'half \ud800 a pair\r\n'],
  ['1.0.1', 'two'],
  ['2.0', '{"a":[1]}'],
])('%j gives the whole text', (handle, expected) => {
  expect(execute({ handle })).toBe(expected)
})

describe('what it refuses is said so that a model can act on it', () => {
  test.each([
    ['1.0', 'Nothing to expand: there are several contents; ask for one of them by 1.0.0, 1.0.1.'],
    ['1.0.2', 'Nothing to expand: that is no text.'],
    ['3.0', 'Nothing to expand: that is no text.'],
    [
      '9.0',
      'Nothing to expand: no event 9 in this session; it has 4; use one that stands at the end of a shortened text.',
    ],
  ])('%s', (handle, expected) => {
    expect(execute({ handle })).toBe(expected)
  })

  test.each([undefined, null, 'handle', '0.0', {}, { handle: 0 }, { handle: '' }, { handle: 'the log' }, []])(
    '%j',
    input => {
      const said =
        "Nothing to expand: give the handle as it stands at the end of a shortened text, like '12.0'."
      expect(execute(input)).toBe(said)
    },
  )

  test('before anything was compiled', () => {
    const { execute } = expandTool({ compiled: () => undefined })
    expect(execute({ handle: '0.0' })).toBe('Nothing to expand: nothing was shown yet.')
  })
})

test('it is a tool of an agent like any other, under the name that it is given', () => {
  const { tools, executors } = agent({
    name: 'helper',
    tools: [expandTool({ compiled: () => open, name: 'whole' })],
  })
  expect(tools).toMatchObject([{ name: 'whole', expands: true, parameters: { required: ['handle'] } }])
  expect(executors?.get('whole')?.({ handle: '1.0.0' })).toBe('one')
})

test('without a function to ask it is a mistake of the program', () => {
  expect(() => expandTool({} as never)).toThrow('expandTool takes { compiled }')
  expect(() => expandTool({ compiled: open } as never)).toThrow(TypeError)
})
