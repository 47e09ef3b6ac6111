import { agent, C, compile, createSession, type Member, pipeline } from 'ctxc'
import { distill, notes, rememberAnswer } from 'ctxc/remember'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { scriptedModel } from 'ctxc/testing'
import { expect } from 'vitest'
import { says } from '../talk.ts'
import type { Shows } from './shows.ts'

/** Answers of an agent with rules, one a turn, and what it is shown then. */
async function shownAfter(program: ReturnType<typeof agent>, answers: readonly string[]) {
  let session = createSession({})
  const extract = { id: 'x', run: async () => ({ facts: ['likes night trains'] }) }
  for (const text of answers) {
    session = session.append(says('user', 'I like night trains.'), says('bot', text))
    session = session.append(...(await rememberAnswer(program as never, session, { effects: { extract } })))
  }
  const { request } = await compile(program as never, session.append(says('user', 'now')), {
    model: 'gpt-5.4',
  })
  return JSON.stringify(request)
}

/** Proofs about values that answers write to the state. */
export const writing: Shows = {
  D57: async () => {
    const writer = agent({ name: 'writer', model: 'm', remember: [notes({ key: 'n' })] })
    const reader = agent({ name: 'reader', model: 'm', context: [C.none(), C.notes('n')] })
    const client = scriptedModel(['- one', 'ok'])
    const program = pipeline(pipeline(writer), reader) as Member
    const runner = createRunner({ program, store: inMemoryStore(), models: { m: client } })
    await runner.run({ owner: { app: 'a' }, id: 's' }, { message: 'go' }).outcome
    expect(JSON.stringify(client.requests[1])).toContain('notes n\\">\\none\\n</context')
  },

  D58: async () => {
    const context = [C.none(), C.notes('facts'), C.state('facts')]
    const program = agent({ name: 'bot', context, remember: [distill({ key: 'facts' })] })
    const sent = await shownAfter(program as never, ['Good.'])
    expect(sent.match(/likes night trains/g)).toHaveLength(2)
  },

  D81: async () => {
    const context = [C.none(), C.notes('log', { format: 'log' })]
    const program = agent({ name: 'bot', context, remember: [notes({ key: 'log', olderThan: 2 })] })
    const sent = await shownAfter(program as never, ['first', 'second', 'third'])
    expect(sent).not.toContain('first')
    expect(sent).toContain('turn 1: second\\nturn 2: third')
  },
}
