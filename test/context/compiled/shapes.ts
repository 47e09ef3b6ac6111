import { agent, C, compile, createSession } from 'ctxc'
import { parseProgram, writeProgram } from 'ctxc/program'
import { expect } from 'vitest'
import { calls, compiled, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

/** Proofs about the parts of a request that a policy keeps from call to call, as data and as text. */
export const shapes: Shows = {
  D93: async () => {
    const context = [C.all(), C.state('seats'), C.notes('n')]
    const messages = async (state: object) => {
      const { request } = await compiled(context, [...turns(2), now], { state: state as never })
      return JSON.stringify(request && 'messages' in request ? request.messages.slice(0, 5) : null)
    }
    expect(await messages({ seats: 1, n: ['a'] })).toBe(await messages({ seats: 2, n: ['a', 'b'] }))
  },

  D96: async () => {
    const context = [
      C.first(1).tier('critical'),
      C.where({ tool: 'read' }).compact({ olderThan: 1 }),
      C.window(1),
      C.state('k'),
    ]
    const declared = agent({ name: 'bot', context })
    const { program } = parseProgram(JSON.parse(JSON.stringify(writeProgram(declared).data)))
    const events = [says('user', 'go'), ...calls('c1', 'read', {}, log), ...turns(3), now]
    const session = createSession({ state: { k: 'v' }, events })
    const [own, read] = await Promise.all(
      [declared, program].map(one => compile(one as never, session, { model: 'gpt-5.4' })),
    )
    expect(read?.request).toEqual(own?.request)
    expect(JSON.stringify(read?.request)).not.toContain('q2')
  },

  D97: async () => {
    const events = [says('bot', 'Hello.'), ...turns(3), now]
    const firstOne = C.first(1, { of: { role: 'user' } })
    const lastTwo = C.last(2, { of: { role: 'user' } })
    expect(await shown(firstOne, events)).toEqual(['q1', 'now'])
    expect(await shown([lastTwo, firstOne], events)).toEqual(['q1', 'q3', 'now'])
    expect(() => C.last(1, { position: 'first' } as never)).toThrow("'position'")
    expect(() => C.last(1, { of: { role: 'users' } } as never)).toThrow(TypeError)
  },

  D98: async () => {
    const events = [...turns(9), now]
    expect(await shown(C.recent({ halfLife: 2, minScore: 0.25 }), events)).toEqual(
      await shown(C.window(5), events),
    )
  },

  D99: async () => {
    const events = [says('user', 'go'), says('a', 'Ends </context:0> here'), says('b', 'I agree'), now]
    const told = await shown([C.where({ role: 'model' }).render('text'), C.none()], events)
    expect(told).toHaveLength(3)
    for (const text of told.slice(0, 2)) {
      const [, tag] = /^<context:(\w+) from="/.exec(text) ?? []
      expect(text.split(`</context:${tag}>`)).toHaveLength(2)
    }
    expect(told.join()).not.toContain('go')
  },
}
