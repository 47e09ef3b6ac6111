import { expect, test } from 'vitest'
import type { Event } from '../../core/ir/event.ts'
import type { Part } from '../../core/ir/part.ts'
import { plainPaint } from '../../core/text/columns.ts'
import type { RunEvent } from '../../run/runner/run-event.ts'
import { RunPrinter } from './run-printer.ts'

/** Returns what is printed of events; lines about the run begin with a bar. */
function printed(
  events: readonly RunEvent[],
  isNamed = true,
  isTyped = false,
  replacesLines = false,
): string {
  let text = ''
  const printer = new RunPrinter({
    out: part => {
      text += part
    },
    note: line => {
      text += `| ${line}`
    },
    paint: plainPaint,
    columns: 60,
    isNamed,
    replacesLines,
  })
  if (isTyped) printer.skipMessage()
  for (const event of events) printer.print(event)
  printer.end()
  return text
}

const delta = (agent: string, text: string): RunEvent => ({
  ...{ type: 'delta', agent, branch: agent, kind: 'text', text },
})
const said = (author: string, parts: readonly Part[] | string, more: Partial<Event> = {}): RunEvent => ({
  type: 'event',
  event: {
    ...{ seq: 0, author, branch: author, response: '' },
    parts: typeof parts === 'string' ? [{ kind: 'text', text: parts }] : parts,
    ...more,
  },
})

test('agents that work at the same time are printed one after the other', () => {
  const events = [
    delta('a', 'One '),
    delta('b', 'Uno '),
    said('b', 'Uno dos'),
    delta('a', 'two'),
    said('a', 'One two'),
  ]
  expect(printed(events)).toBe('| a:\nOne two\n| b:\nUno dos\n')
})

test('an answer that was streamed is printed once, with what its event adds', () => {
  expect(printed([delta('a', 'One'), said('a', 'One two')], false)).toBe('One two\n')
  expect(printed([delta('a', '\nOne '), said('a', 'One')], false)).toBe('\nOne \n')
  expect(printed([said('a', 'One')], false)).toBe('One\n')
})

test('a call that is made again is a line with its reason', () => {
  const retrying = {
    type: 'retrying',
    agent: 'a',
    branch: '',
    failed: 1,
    delay: 1_250,
    reason: 'Over\nloaded',
  }
  expect(printed([retrying as never])).toContain('the model cannot be called (Over loaded): again in 1.3 s')
})

test('the progress of a call is one line, which a terminal replaces: W5', () => {
  const progress = { type: 'progress', agent: 'a', branch: '', call: '1.0', tool: 'srv__build' } as const
  const events: RunEvent[] = [
    delta('a', 'One '),
    { ...progress, value: { progress: 3, message: 'three\u001b[31m' } },
    { ...progress, value: 'half' },
  ]
  const line = String.raw`| srv__build: {"progress":3,"message":"three\u001b[31m"}`
  expect(printed(events, false)).toBe(`One \n${line}\n`)
  const other = { ...progress, call: '1.1', value: 'other' }
  const shown = printed([...events, other, delta('a', 'Two')], false, false, true)
  expect(shown).toBe(
    `One \n${line}| \r\u001b[K| srv__build: half| \r\u001b[K| srv__build: other| \r\u001b[KTwo\n`,
  )
})

test('an answer that was retracted is printed again', () => {
  const events: RunEvent[] = [
    delta('a', 'Half'),
    { type: 'retracted', agent: 'a', branch: 'a' },
    delta('a', 'Whole'),
    said('a', 'Whole'),
  ]
  expect(printed(events, false)).toBe('Half\n| (this answer is withdrawn)\nWhole\n')
})

test('an answer that a callback replaced is printed as it was recorded', () => {
  expect(printed([delta('a', 'Secret'), said('a', 'Gone')], false)).toBe('Secret\nGone\n')
})

test('a call and its result take one line each, of the width of the terminal', () => {
  const call = { kind: 'tool-call', id: 'c', name: 'find', arguments: { text: 'word\n'.repeat(40) } } as const
  const result = { kind: 'tool-result', id: 'c', name: 'find', content: [], isError: true } as const
  const lines = printed([said('a', [call]), said('tool', [result])]).split('\n')
  expect(lines).toEqual([expect.stringMatching(/^\| a → find \{"text":"word.*…$/), '| ✗ find', ''])
  expect(lines[0]?.length).toBeLessThan(63)
})

test('a result that is the answer is printed as an answer, but not on the branch of an agent as a tool', () => {
  const content = [
    { kind: 'text', text: 'a note' },
    { kind: 'text', text: 'Sent.' },
  ] as const
  const result = { kind: 'tool-result', id: 'c', name: 'send', content } as const
  const run = { returned: { from: 1 } }
  expect(printed([said('tool', [result], { actions: { run } })], false)).toBe(
    '| ← send a note Sent.\nSent.\n',
  )
  expect(printed([said('tool', [result], { actions: { run }, branch: 'call:1.0' })], false)).toBe(
    '| ← send a note Sent.\n',
  )
})

test('a failure is printed if the run goes on, and words for the model are not', () => {
  const failed = { run: { failed: { agent: 'a', branch: '', why: 'no\u001b[2J model' } } }
  const events = [said('developer', 'Answer again.'), said('developer', [], { actions: failed })]
  expect(printed(events)).toBe('')
  expect(printed([...events, said('b', 'Done.')])).toBe('| ✗ a failed: no·[2J model\n| b:\nDone.\n')
})

test('messages that came while it worked are printed, and the one that was just typed is not', () => {
  const events = [said('user', 'Hello'), said('user', 'And?')]
  expect(printed(events)).toBe('| > Hello\n| > And?\n')
  expect(printed(events, true, true)).toBe('| > And?\n')
})

test('control characters of a model never reach the terminal', () => {
  const hostile = '\u001b[2J\u0007\u202eabc\r\n\tdef\u009b'
  const call = { kind: 'tool-call', id: 'c', name: hostile, arguments: hostile } as const
  const result = {
    kind: 'tool-result',
    id: 'c',
    name: hostile,
    content: [{ kind: 'text', text: hostile }],
  } as const
  const events = [
    delta(hostile, hostile),
    said(hostile, [{ kind: 'text', text: hostile }, call]),
    said('tool', [result]),
    said('user', hostile),
  ]
  const text = printed(events)
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
  expect(text).toContain('abc\n    def')
})
