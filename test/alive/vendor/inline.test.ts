// Compactions that OpenAI makes within an answer (`context_management`): the answer's item covers what precedes it.
import { answerOf, compile, createCompiler, createSession, type Session } from 'ctxc'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { drawFrom } from '../../laws/alive/draw.ts'
import { gpt, type Item } from '../../laws/alive/vendor.ts'

const model = 'gpt-6.2-astra'
const fields = { store: false, context_management: [{ type: 'compaction', compact_threshold: 1_200 }] }
const tools = [{ name: 'look', parameters: { type: 'object' } }]
const agent = { name: 'agent', model, instruction: 'Be brief.', tools, extra: { format: 'openai', fields } }

/** Has a conversation, and returns the reasoning that the provider does not use, and the compactions that it made. */
async function converse(seed: number, losesPlan: boolean) {
  const provider = bindingProvider('openai', { model })
  const draw = drawFrom(seed)
  const compiler = createCompiler(agent as never)
  const dead: unknown[] = []
  let session: Session = createSession().append({ author: 'user', text: 'The first question.' })
  let plan: unknown = null
  let compactions = 0
  for (let step = 0; step < 14 && dead.length === 0; step++) {
    const result = await compiler.compile(session, { plan: losesPlan ? null : (plan as never) })
    plan = result.plan
    const { content, calls } = gpt.script(draw, step)
    const { status, body } = provider.answer(result.request, content)
    dead.push(...(status === 200 ? ((body.input_transformations ?? []) as readonly Item[]) : [body]))
    compactions += (body.output as readonly Item[]).filter(({ type }) => type === 'compaction').length
    session = session.append(...answerOf(result, body as never))
    const text = `Words ${step}. ${'more of them '.repeat(20)}`
    const found = [{ kind: 'text' as const, text }]
    for (const id of calls)
      session = session.append({ author: 'tool', parts: [{ kind: 'tool-result', id, content: found }] })
    if (calls.length === 0) session = session.append({ author: 'user', text })
  }
  return { dead, compactions }
}

test.each([
  ['with the plan of the last request', false],
  ['without a plan', true],
])('a compaction within an answer costs no reasoning behind it %s', async (_, losesPlan) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { dead, compactions } = await converse(seed, losesPlan)
    expect(dead, `seed ${seed}`).toEqual([])
    expect(compactions).toBeGreaterThan(0)
  }
})

test('a question that a compaction within an answer replaces follows the calls of that answer', async () => {
  const output = [
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' },
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{}', status: 'completed' },
  ]
  const said = (text: string) => ({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text }],
  })
  const input = [
    { role: 'user', content: 'Before.' },
    said('Yes?'),
    { role: 'user', content: 'The question.' },
    ...output,
    { type: 'function_call_output', call_id: 'c1', output: 'found' },
  ]
  const { request } = await compile(fromOpenAIResponses({ model, input, ...fields } as never))
  expect(request?.input.map(({ type, role }: { type?: string; role?: string }) => role ?? type)).toEqual([
    ...['compaction', 'reasoning', 'function_call', 'function_call_output', 'user'],
  ])
})
