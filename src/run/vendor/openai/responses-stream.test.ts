import { expect, test } from 'vitest'
import type { Raw } from '../../../core/from/read.ts'
import { ResponsesDraft } from './responses-stream.ts'

const delta = (text: string, sequence_number: number): Raw => ({
  ...{ type: 'response.output_text.delta', delta: text, sequence_number },
})

function read(events: readonly Raw[]) {
  const draft = new ResponsesDraft()
  const parts = events.map(event => draft.add(event))
  const last = draft.isComplete ? (draft.result() as { response: { output: readonly Raw[] } }) : null
  return { parts, last }
}

test.each([-1, 0])('a server that numbers all events %i loses none', number => {
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a a' }] }
  const { parts, last } = read([
    { type: 'response.created', sequence_number: number },
    ...['a', ' ', 'a', 'a'].map(text => delta(text, number)),
    { type: 'response.completed', sequence_number: number, response: { output: [message] } },
  ])
  expect(parts.map(({ type }) => type)).toEqual(['progress', 'text', 'text', 'text', 'text', 'progress'])
  expect(last?.response.output).toEqual([message])
})

test('an event that comes twice is shown once', () => {
  const { parts } = read([delta('a', 1), delta('a', 1), delta('b', 2), delta('a', 1)])
  expect(parts.map(({ type }) => type)).toEqual(['text', 'progress', 'text', 'progress'])
})

test('a text that was shown is in the answer, also if the server leaves it out at the end', () => {
  const { last } = read([
    delta('Hi', 1),
    delta(' there', 2),
    { type: 'response.completed', response: { output: [{ type: 'reasoning', summary: [] }] } },
  ])
  expect(last?.response.output[1]).toMatchObject({ content: [{ text: 'Hi there' }] })
})
