// An agent that a member of a pipeline handed over to answers in that member's place.
import { describe, expect, test } from 'vitest'
import { agent, compile, createSession, pipeline } from '../../src/index.ts'

describe('a transfer inside a pipeline (F)', () => {
  const writer = agent({ name: 'writer', outputKey: 'draft', subAgents: [agent({ name: 'helper' })] })
  const app = pipeline(writer, agent({ name: 'reader', instruction: 'Read {draft}.' }))
  const call = { id: 'c1', name: 'transfer_to_agent' }
  const handed = createSession({
    events: [
      { author: 'user', text: 'Go.' },
      { author: 'writer', parts: [{ kind: 'tool-call', ...call, arguments: { agent_name: 'helper' } }] },
      { author: 'tool', parts: [{ kind: 'tool-result', ...call, content: [] }] },
    ],
  })

  test("sets the member's key from its answer", async () => {
    const { agent } = await compile(app, handed, { model: 'gpt-5.4' })
    expect(agent).toMatchObject({ name: 'helper', outputKey: 'draft' })
  })

  test('shows the answer once to the agent that reads the key', async () => {
    const state = { set: { draft: 'DRAFT' } }
    const answered = handed.append({ author: 'helper', text: 'DRAFT', actions: { state } })
    const { request } = await compile(app, answered, { model: 'gpt-5.4' })
    expect(JSON.stringify(request).split('DRAFT')).toHaveLength(2)
  })
})
