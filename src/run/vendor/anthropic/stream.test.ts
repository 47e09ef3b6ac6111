import { expect, test } from 'vitest'
import type { Raw } from '../../../core/from/read.ts'
import { AnswerMessageDraft } from './stream.ts'

function contentOf(events: readonly Raw[]) {
  const draft = new AnswerMessageDraft()
  for (const event of events) draft.add(event)
  return (draft.result().response as { content: readonly Raw[] }).content
}

const block = (index: number, content_block: Raw, delta: Raw): Raw[] => [
  { type: 'content_block_start', index, content_block },
  { type: 'content_block_delta', index, delta },
  { type: 'content_block_stop', index },
]
const text = (index: number, words: string) =>
  block(index, { type: 'text', text: '' }, { type: 'text_delta', text: words })
const call = (index: number) =>
  block(
    index,
    { type: 'tool_use', id: 'call_1', name: 'look', input: {} },
    { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' },
  )
const blocks = [
  { type: 'text', text: 'Let me look.' },
  { type: 'tool_use', id: 'call_1', name: 'look', input: { city: 'Oslo' } },
]

test.each([
  ['its own', 0, 1],
  ['the same', 0, 0],
])('a server that gives each block %s number loses none', (_, first, second) => {
  expect(contentOf([...text(first, 'Let me look.'), ...call(second)])).toEqual(blocks)
})

test('a start that comes twice begins one block', () => {
  const [begin, ...rest] = text(0, 'Let me look.') as [Raw, ...Raw[]]
  expect(contentOf([begin, begin, ...rest, ...call(1), call(1)[0] as Raw])).toEqual(blocks)
})
