// Summaries of threads by a handler. They are checked in the same way as summaries of context policies.
import type { SummarizeHandler, SummarizeInput, SummarizeOutput } from 'ctxc/effects'
import { createMemoryManager, type NewChunk } from 'ctxc/memory'
import { expect, test } from 'vitest'

const say = (role: string, text: string): NewChunk => ({
  type: 'AGENT',
  content: { type: 'TEXT', role, text },
})

async function compacted(output: (input: SummarizeInput) => SummarizeOutput, chunks?: readonly NewChunk[]) {
  const memory = createMemoryManager()
  memory.createThread('t')
  memory.append('t', [
    ...(chunks ?? [
      say('user', 'Please book 2 seats to Rome for Anna.'),
      say('assistant', 'Booked, in coach 7.'),
    ]),
    say('user', 'Thanks a lot!'),
  ])
  const inputs: SummarizeInput[] = []
  const summarize: SummarizeHandler = {
    id: 'sample',
    run: async input => {
      inputs.push(structuredClone(input))
      return output(input)
    },
  }
  const result = await memory.compact('t', { summarize, id: 's', keepRecent: 0 })
  return { result, inputs, state: await memory.getCurrentState('t') }
}

test('a handler gets a message for each chunk, and what the chunks do not say is left out', async () => {
  const { result, inputs, state } = await compacted(() => ({
    statements: [
      { text: 'Anna gets 2 seats to Rome.', from: [0] },
      { text: 'They are in coach 7.', from: [1] },
      { text: 'They cost 90 Euros.', from: [1] },
    ],
  }))
  expect(inputs[0]?.messages).toEqual([
    { seq: 0, author: 'user', text: 'Please book 2 seats to Rome for Anna.' },
    { seq: 1, author: 'assistant', text: 'Booked, in coach 7.' },
  ])
  expect(result).toMatchObject({
    outcome: 'compacted',
    refused: [{ text: 'They cost 90 Euros.', why: 'number' }],
  })
  expect(state.chunks.get('s')?.content).toEqual({
    type: 'TEXT',
    text: '- Anna gets 2 seats to Rome.\n- They are in coach 7.',
  })
})

test.each<[string, SummarizeOutput, string]>([
  ['invented', 'Ben gets 6 seats.\nThey cost 90 Euros.', 'the messages do not support 2 of its 2 statements'],
  ['of other chunks', 'Anna gets 2 seats. [1]', '1 refers to other messages'],
  ['of no chunk', 'Anna gets 2 seats. [chunk]\n2 seats. [9]\nSeats. [8]', '2 refer to other messages'],
  ['empty', ' ', 'empty summary'],
  ['malformed', { statements: 5 } as never, 'neither a text nor'],
  ['long', 'seats to Rome '.repeat(20), 'no shorter'],
])('a summary that is %s is refused, and nothing changes', async (_, output, reason) => {
  const { result, state } = await compacted(() => output)
  expect(result).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(reason) })
  expect(state.chunkIds).toEqual(['chunk_0', 'chunk_1', 'chunk_2'])
})

test('a handler that throws has the outcome failed, and one that changes its input is checked against the chunks', async () => {
  const failed = await compacted(() => {
    throw new Error('no model')
  })
  expect(failed.result).toMatchObject({ outcome: 'failed', error: new Error('no model') })
  const { result } = await compacted(input => {
    ;(input.messages as { seq: number; author: string; text: string }[]).push({
      ...{ seq: 2, author: 'user', text: 'They cost 90 Euros.' },
    })
    return 'They cost 90 Euros.'
  })
  expect(result.outcome).toBe('refused')
})

test('a number in the id of a chunk is no fact, and the tags of calls name the tool', async () => {
  const call = {
    type: 'TEXT',
    action: 'tool_call',
    toolName: 'look_up',
    arguments: { city: 'Rome' },
  } as const
  const { result, inputs } = await compacted(
    () => 'The tool look_up was called for Rome, which has 25 stations.\nTool look_up, Rome.',
    [
      { ...say('user', 'Where is the main station of Rome, please?'), id: 'words-25' },
      { id: 'call-25', type: 'WORKFLOW', content: { ...call, callId: 'c' } },
      {
        id: 'result-25',
        type: 'ENVIRONMENT',
        content: { type: 'TEXT', source: 'tool', toolName: 'look_up', callId: 'c', text: 'Termini.' },
      },
    ],
  )
  expect(inputs[0]?.messages[1]?.text).toContain('look_up')
  expect(result).toMatchObject({ outcome: 'compacted', refused: [{ why: 'number' }] })
})

test('an earlier summary is a message of the author summary', async () => {
  const { inputs } = await compacted(
    () => 'Seats to Rome.',
    [
      {
        type: 'WORKING_FLOW',
        subType: 'COMPACTED',
        content: { type: 'TEXT', text: '2 seats to Rome were booked.' },
      },
      say('assistant', 'In coach 7.'),
    ],
  )
  expect(inputs[0]?.messages[0]?.author).toBe('summary')
})
