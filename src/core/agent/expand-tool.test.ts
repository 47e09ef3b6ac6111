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
])('the handle %j returns the whole text', (handle, expected) => {
  expect(execute({ handle })).toBe(expected)
})

describe('the tool refuses in words that a model can act on', () => {
  test.each([
    ['1.0', 'Nothing to expand: there are several contents; ask for one of them by 1.0.0, 1.0.1.'],
    ['1.0.2', 'Nothing to expand: that is no text.'],
    ['3.0', 'Nothing to expand: that is no text.'],
    [
      '9.0',
      'Nothing to expand: no event 9 in this session; it has 4; use one that stands at the end of a shortened text.',
    ],
  ])('the handle %s is refused', (handle, expected) => {
    expect(execute({ handle })).toBe(expected)
  })

  test.each([undefined, null, 'handle', '0.0', {}, { handle: 0 }, { handle: '' }, { handle: 'the log' }, []])(
    'the input %j is refused',
    input => {
      const said =
        "Nothing to expand: give the handle as it stands at the end of a shortened text, like '12.0'."
      expect(execute(input)).toBe(said)
    },
  )

  test('every handle is refused before the first compile', () => {
    const { execute } = expandTool({ compiled: () => undefined })
    expect(execute({ handle: '0.0' })).toBe('Nothing to expand: nothing was shown yet.')
  })
})

test('the tool is declared like any other, under the name that it is given', () => {
  const { tools, executors } = agent({
    name: 'helper',
    tools: [expandTool({ compiled: () => open, name: 'whole' })],
  })
  expect(tools).toMatchObject([{ name: 'whole', expands: true, parameters: { required: ['handle'] } }])
  expect(executors?.get('whole')?.({ handle: '1.0.0' })).toBe('one')
})

test('without a function for the compiled result, the source is that of the context', () => {
  const tool = expandTool()
  expect(tool.execute({ handle: '0.0' }, { handles: open })).toBe('half \ud800 a pair\r\n')
  expect(tool.execute({ handle: '0.0' })).toBe('Nothing to expand: nothing was shown yet.')
})

test('anything but a function for the compiled result is a TypeError', () => {
  expect(() => expandTool(null as never)).toThrow(
    'the options of expandTool must be an object, such as { compiled, name }',
  )
  expect(() => expandTool({ compiled: open } as never)).toThrow('compiled must be a function')
})
