// Approvals that a provider requests for calls that it runs itself.
import { expect, test } from 'vitest'
import { agent } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

/** A client that returns scripted responses in order, and records the requests. */
function answering(target: 'openai' | 'ai-sdk', responses: readonly object[]) {
  const requests: Record<string, unknown>[] = []
  const client: ModelClient = {
    target,
    async *stream(request) {
      requests.push(request as Record<string, unknown>)
      yield { type: 'response', response: responses[requests.length - 1] as never }
    },
  }
  const server = {
    type: 'mcp',
    server_label: 'shop',
    server_url: 'https://shop.example',
    require_approval: 'always',
  }
  const provider = { type: 'provider', id: 'openai.mcp', name: 'mcp', args: {} }
  const native =
    target === 'openai' ? { format: 'openai', payload: server } : { format: 'ai-sdk', payload: provider }
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [{ native }] as never })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client })
  return { runner, requests, run: () => runner.run(key, { message: 'Pay.' }).outcome }
}

const message = (text: string) => ({
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
})
const request = {
  type: 'mcp_approval_request',
  id: 'mcpr_1',
  name: 'pay',
  arguments: '{"sum":5}',
  server_label: 'shop',
}

test.each([true, false])('a request of the Responses API is answered: %s', async approved => {
  const { runner, requests, run } = answering('openai', [{ output: [request] }, message('Done.')])
  const waiting = await run()
  expect(waiting).toMatchObject({
    status: 'waiting',
    waiting: ['1.0'],
    waitingCalls: [{ call: '1.0', agent: 'bot', tool: 'pay', arguments: { sum: 5 } }],
  })
  await runner[approved ? 'approve' : 'deny'](key, '1.0', { by: 'Ada' })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Done.' })
  expect(requests[1]?.input).toEqual([
    { role: 'user', content: 'Pay.' },
    request,
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: approved },
  ])
  await expect(runner.approve(key, '1.0', { by: 'Ada' })).rejects.toThrow(/waits for a decision/)
})

test('a request of the AI SDK is answered', async () => {
  const asked = [
    { type: 'tool-call', toolCallId: 'c1', toolName: 'mcp', input: '{"sum":5}', providerExecuted: true },
    { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
  ]
  const rest = { finishReason: 'stop', warnings: [], usage: {} }
  const responses = [
    { content: asked, ...rest },
    { content: [{ type: 'text', text: 'Done.' }], ...rest },
  ]
  const { runner, requests, run } = answering('ai-sdk', responses)
  const { waitingCalls } = await run()
  expect(waitingCalls).toMatchObject([{ tool: 'mcp', arguments: { sum: 5 } }])
  await runner.approve(key, waitingCalls[0]?.call as string, { by: 'Ada', why: 'it is mine' })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'Done.' })
  expect(JSON.stringify(requests[1]?.messages)).toContain(
    JSON.stringify({
      type: 'tool-approval-response',
      approvalId: 'a1',
      approved: true,
      reason: 'it is mine',
    }),
  )
})

test('an interrupting message denies what waits at a provider', async () => {
  const { runner, requests, run } = answering('openai', [{ output: [request] }, message('As you like.')])
  await run()
  await runner.send(key, 'Forget it.', { interrupt: true })
  expect(await runner.resume(key).outcome).toMatchObject({ status: 'done', text: 'As you like.' })
  expect(JSON.stringify(requests[1]?.input)).toContain('"approve":false')
})
