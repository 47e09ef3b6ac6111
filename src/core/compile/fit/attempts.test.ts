import { expect, test } from 'vitest'
import { agent } from '../../agent/declare.ts'
import * as C from '../../context/index.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'

const result = JSON.stringify({ lines: Array.from({ length: 80 }, (_, line) => `line ${line} of the file`) })
const read = (id: string) => [
  { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'read', arguments: '{}' } as const] },
  {
    author: 'tool',
    parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: result }] } as const],
  },
]
const session = createSession({
  events: [{ author: 'user', text: 'Read all.' }, ...read('1'), ...read('2'), ...read('3'), ...read('4')],
})

const decisions = async (context: C.ContextInput) => {
  const { plan } = await compile(agent({ name: 'helper', context }), session, {
    model: 'gpt-5.4',
    budget: 1500,
  })
  return plan?.decisions.map(({ kind }) => kind)
}

test('a compaction bound by room is a decision to make room', async () => {
  expect(await decisions(C.all().compact({ over: 100 }))).toContain('shorten')
})

test('a compaction bound by age is no decision to make room', async () => {
  expect(await decisions(C.all().compact({ over: 100, olderThanSteps: 3 }))).not.toContain('shorten')
})
