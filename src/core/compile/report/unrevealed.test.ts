import { expect, test } from 'vitest'
import { agent, compile, createSession, type EventInput, tool } from '../../../index.ts'
import { redact } from '../../protect/index.ts'

const said: EventInput = { author: 'user', text: 'Write to anna@example.org.' }
const call = (id: string, given: object, name = 'send'): EventInput => ({
  author: 'clerk',
  parts: [{ kind: 'tool-call', id, name, arguments: given as never }],
})
const result = (id: string): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: 'sent' }] }],
})
const placeholder = '[secret:email:1]'
const parameters = { type: 'object', properties: { to: { type: 'string' } } }

/** Returns the data of the reports of a compile. */
async function reports(events: readonly EventInput[], more: object = {}): Promise<unknown[]> {
  const send = tool({ name: 'send', parameters, ...more })
  const other = tool({ name: 'other', parameters })
  const clerk = agent({ name: 'clerk', tools: [send, other], protect: [redact({ pii: ['email'] })] })
  const { diagnostics } = await compile(clerk, createSession({ events }), { model: 'gpt-5.4' })
  return diagnostics.flatMap(({ code, data }) => (code === 'CX6022' ? [data] : []))
}

const first = [said, call('1', { to: placeholder })]
const told = { tool: 'send', argument: 'to', placeholder }

test('4-F5: a call with a placeholder as a whole argument is reported once for its tool', async () => {
  expect(await reports([said])).toEqual([])
  expect(await reports([...first, result('1')])).toMatchObject([told])
  const again = [...first, result('1'), call('2', { to: placeholder })]
  expect(await reports([...again, result('2')])).toEqual([])
  expect(await reports([...first, result('1'), { author: 'clerk', text: 'Sent.' }, said])).toEqual([])
  const another = [...again, result('2'), call('3', { to: placeholder }, 'other')]
  expect(await reports([...another, result('3')])).toMatchObject([{ tool: 'other' }])
})

test('4-F5: a call is not reported if its tool reveals, if an agent or a person answers it, or if the text is forged', async () => {
  const answered = [...first, result('1')]
  expect(await reports(answered, { reveal: ['to'] })).toEqual([])
  expect(await reports(answered, { answeredBy: 'person' })).toEqual([])
  expect(await reports(answered, { agent: agent({ name: 'mailer' }) })).toEqual([])
  for (const to of ['[secret:email:2]', `Anna ${placeholder}`, 'anna', 1])
    expect(await reports([said, call('1', { to }), result('1')])).toEqual([])
})
