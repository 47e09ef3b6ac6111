// A bounded clause that begins in the middle of a turn keeps the user's words that opened the turn (F9).
import { expect, test } from 'vitest'
import { agent, C, compile, createSession, type EventInput } from '../../src/index.ts'

const events = Array.from({ length: 20 }, (_, turn): EventInput[] => [
  { author: 'user', text: `question ${turn}` },
  { author: 'a', parts: [{ kind: 'tool-call', id: `c${turn}`, name: 'f', arguments: {} }] },
  {
    author: 'tool',
    parts: [
      {
        kind: 'tool-result',
        id: `c${turn}`,
        name: 'f',
        content: [{ kind: 'text', text: 'result '.repeat(30) }],
      },
    ],
  },
  { author: 'a', text: `answer ${turn}` },
]).flat()
const session = createSession({ events: [...events, { author: 'user', text: 'last' }] })

test.each([250, 400, 600, 900])(
  'contextCompressor of %d tokens begins with a user message (F9)',
  async tokenBudget => {
    const program = agent({
      name: 'a',
      tools: [{ name: 'f' }],
      context: C.contextCompressor({ tokenBudget, keepRecent: 3 }),
    })
    const { request, ok, ledger } = await compile(program, session, { model: 'claude-sonnet-5' })
    expect(ok).toBe(true)
    const first = JSON.stringify((request as { messages: unknown[] }).messages[0])
    expect(first).toContain('question')
    expect(JSON.stringify(request)).not.toContain('Continue.')
    expect(ledger.rows.at(-1)?.to).toBe(61)
  },
)
