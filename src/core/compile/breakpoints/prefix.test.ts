import { expect, test } from 'vitest'
import type { EventInput } from '../../ir/event.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'

const call = { kind: 'tool-call', id: 'c1', name: 'weather', arguments: '{}' } as const
const answer = { kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'sunny' }] } as const

async function prefixAfter(events: readonly EventInput[]): Promise<(readonly [string, string])[]> {
  const { prefix } = await compile(
    { agent: { name: 'a', identity: false }, session: createSession({ events }) },
    { target: 'text' },
  )
  return prefix.map(({ origin, text }) => [origin, text.replace(/context:\w+/g, 'context')])
}

test('the stable prefix counts joins, and a fence with its tags, and excludes an answer with a pending call', async () => {
  const events: EventInput[] = [
    { author: 'user', text: 'Hello' },
    { author: 'user', text: 'Weather?' },
    { author: 'agent', parts: [{ kind: 'text', text: 'I look.' }, call] },
  ]
  // The answer may still gain results, so the prefix ends before it and before its join.
  const said = [
    ['e:0.0', 'user "Hello"'],
    ['c:join', 'user "\\n\\n"'],
    ['e:1.0', 'user "Weather?"'],
  ]
  expect(await prefixAfter(events)).toEqual(said)
  const answered = [...events, { author: 'tool', parts: [answer] }]
  expect(await prefixAfter(answered)).toEqual([
    ...said,
    ['e:2.0', 'assistant "I look."'],
    ['c:join', 'assistant "\\n\\n"'],
    ['e:2.1', 'assistant "<context from=\\"call weather\\">\\n{}\\n</context>"'],
    ['e:3.0', 'user "<context from=\\"tool weather\\">\\nsunny\\n</context>"'],
  ])
})
