import { agent, C, compile, createSession } from 'ctxc'
import { fresh, redact } from 'ctxc/protect'
import { expect, vi } from 'vitest'
import { calls, compiled, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

const protect = [redact({ pii: ['email'], patterns: [/tulip-\d+/] })]
const words = says('user', 'Mail anna@example.org the code tulip-4711.')
const hour = 3_600_000

/** Values that nobody may see, and facts that are out of date. */
export const protection: Shows = {
  D20: async () => {
    for (const context of [
      [C.userOnly(), C.all()],
      [C.first(1).tier('critical'), C.all().render('text')],
    ]) {
      const told = (await shown(context, [words, ...turns(1), now], { protect })).join()
      expect(told).toContain('Mail [secret:email:1] the code [secret:pattern:1].')
      expect(told).not.toMatch(/anna|4711/)
    }
  },

  D21: async () => {
    const state = { contact: 'anna@example.org' }
    const context = [C.all(), C.state('contact'), C.template('To {contact}'), C.notes('contact')]
    const told = (await shown(context, [now], { state, protect })).join()
    expect(told.match(/\[secret:email:1\]/g)).toHaveLength(3)
    expect(told).not.toContain('anna')
  },

  D67: async () => {
    const results = [
      ...calls('c1', 'price', {}, 'old price'),
      ...turns(2),
      ...calls('c2', 'price', {}, 'new price'),
    ]
    const events = [says('user', 'go'), ...results, now]
    const told = async (options: Parameters<typeof fresh>[0]) =>
      JSON.stringify((await compiled(C.all(), events, { protect: [fresh(options)] })).request)
    expect(await told({ turns: 2 })).toContain('[Out of date')
    expect(await told({ turns: 2 })).toContain('new price')
    expect(await told({ turns: 2 })).not.toContain('old price')
    expect(await told({ turns: 2, action: 'warn' })).toMatch(/may be out of date.*old price/)
    const long = [says('user', 'go'), ...calls('c1', 'read', {}, log), ...turns(2), now]
    const short = await compiled(C.all(), long, { protect: [fresh({ turns: 1, action: 'compact' })] })
    expect(JSON.stringify(short.request)).toContain('Handle of the whole text: 2.0')
  },

  D68: async () => {
    const asked = [says('user', 'What is my email, phone or ssn? It is anna@example.org.')]
    const told = await shown(C.all(), asked, { protect })
    expect(told.at(-1)).toBe('What is my email, phone or ssn? It is [secret:email:1].')
    expect(() => redact({ pii: ['e-mail' as never] })).toThrow(TypeError)
  },

  D94: async () => {
    const timed = [says('user', 'go'), ...calls('c1', 'price', {}, 'a price')].map(event => ({
      ...event,
      time: hour,
    }))
    const context = [C.all(), C.relevant()]
    const program = agent({ name: 'bot', context, protect: [fresh({ time: hour })] })
    const session = createSession({ events: [...timed, ...turns(1), now] })
    const at = async (clock: number, options = {}) => {
      vi.useFakeTimers({ toFake: ['Date'], now: clock })
      const { request } = await compile(program, session, { model: 'gpt-5.4', ...options })
      vi.useRealTimers()
      return JSON.stringify(request)
    }
    expect(await at(0)).toBe(await at(99 * hour))
    expect(await at(0)).toContain('a price')
    expect(await at(0, { now: 3 * hour })).not.toContain('a price')
    expect((await compiled(context, [now])).ok).toBe(true)
  },
}
