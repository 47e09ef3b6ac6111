import { expect, test } from 'vitest'
import { agent } from '../../core/agent/declare.ts'
import { type ToolDefinition, tool } from '../../core/agent/tool.ts'
import { check } from './check.ts'

const mails = tool({ name: 'read_mail', external: true, execute: () => '' })
const found = (
  send: Partial<ToolDefinition>,
  { instruction = 'Work for {customer}.', reader = mails } = {},
) =>
  check(
    agent({
      ...{ name: 'clerk', instruction, expects: ['customer'] },
      tools: [reader, tool({ name: 'send', execute: () => 'sent', ...send } as ToolDefinition)],
    }),
  ).diagnostics.filter(({ code }) => code === 'CX6016')

test('an agent with outside texts, state and acting tools without guards is reported', () => {
  expect(found({})).toMatchObject([{ data: { agent: 'clerk', outside: ['read_mail'], acting: ['send'] } }])
  expect(found({ reads: ['customer'] }, { instruction: 'Work.' })).toHaveLength(1)
})

test.each<[string, Partial<ToolDefinition>]>([
  ['a guard', { guard: { recipient: 'user' } }],
  ['an approval', { needsApproval: true }],
  ['an approval by a function', { needsApproval: () => true }],
  ['a tool that only reads', { readOnly: true }],
])('not with %s', (_, more) => {
  expect(found(more)).toEqual([])
})

test('not without texts of outsiders, nor without values of the state', () => {
  const reader = tool({ name: 'read_mail', execute: () => '' })
  expect(found({}, { reader })).toEqual([])
  expect(found({}, { instruction: 'Work.' })).toEqual([])
})
