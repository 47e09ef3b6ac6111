import { agent, C, type Compiled, compile, createSession, type Report } from 'ctxc'
import { expand } from 'ctxc/context'
import { expect } from 'vitest'
import { byLetters } from '../../effect/letters.ts'
import { animals, calls, compiled, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

const reasons = ({ ledger }: Report) =>
  ledger.rows.flatMap(({ from, to, reason }) => Array.from({ length: to - from }, () => reason))

/** Proofs about the size of the context, and its record. */
export const budget: Shows = {
  D61: async () => {
    const state = { big: log }
    const budget = 1500
    const full = agent({
      name: 'bot',
      instruction: 'Be brief. '.repeat(20),
      context: [C.all().atMost(100_000), C.state('big')],
      tools: [{ name: 'read', description: 'Reads. '.repeat(20), parameters: { type: 'object' } }],
    } as never)
    const events = [...turns(200), now]
    const options = { target: 'openai-chat', model: 'gpt-5.4', budget } as const
    const result = await compile(full, createSession({ events, state }), options)
    expect(result.tokens.max).toBeLessThanOrEqual(budget)
    expect(result.tokens.sections.system.max).toBeGreaterThan(0)
    expect(result.tokens.sections.tools.max).toBeGreaterThan(0)
    expect(JSON.stringify(result.request)).toContain(log.slice(0, 30))
  },

  D62: async () => {
    const events = [says('user', 'keep me'), ...turns(60), now]
    const kept = async (...context: C.ContextInput[]) => await shown(context, events, { budget: 1100 })
    expect(await kept(C.all())).not.toContain('keep me')
    expect(await kept(C.all(), C.first(1).tier('critical'))).toContain('keep me')
    // All questions have room, and answers have what is left.
    const told = await kept(C.userOnly(), C.all().tier('supplementary'))
    expect(told).toContain('keep me')
    expect(told.filter(text => text.startsWith('a')).length).toBeLessThan(50)
    expect(await kept(C.userOnly(), C.all().tier('archive'))).not.toContain('a60')
  },

  D64: async () => {
    const events = [...turns(2), says('user', log)]
    const limited = (budget: number) => compiled(C.all(), events, { budget })
    const whole = await limited(900)
    expect(JSON.stringify(whole.request)).toContain('line 1 ')
    const none = await limited(100)
    expect(none.diagnostics).toMatchObject([{ code: 'CX4001', data: { floor: [{ name: 'e:4' }] } }])
  },

  D65: async () => {
    // Short forms, then what is supplementary, then the oldest: each only where the one before is not enough.
    const events = [
      says('user', 'go'),
      ...calls('c1', 'read', {}, log),
      says('helper', 'aside'),
      ...turns(6),
      now,
    ]
    const context = [C.excludeAgents('helper').compact(), C.fromAgents('helper').tier('supplementary')]
    const at = async (budget: number) => reasonsAndEdits(await compiled(context, events, { budget }))
    const sizes = [2000, 900, 420, 330, 250, 150]
    const steps = (await Promise.all(sizes.map(at))).filter(
      (step, index, all) => index === 0 || step !== all[index - 1],
    )
    expect(steps).toEqual(['whole', 'compacted', 'compacted outranked', 'trimmed'])
  },

  D66: async () => {
    const { ok, request, diagnostics } = await compiled(
      C.first(1).tier('critical'),
      [says('user', log), ...turns(2), now],
      { budget: 200 },
    )
    expect([ok, request]).toEqual([false, null])
    expect(diagnostics).toMatchObject([
      { code: 'CX4001', level: 'error', data: { limit: 200, floor: [{ name: 'e:0' }, { name: 'e:5' }] } },
    ])
  },

  D71: async () => {
    const session = createSession({
      events: [
        says('user', 'go'),
        ...calls('c1', 'read', { path: 'a' }, log),
        ...calls('c2', 'read', { path: 'b' }, log),
        now,
      ],
    })
    for (const context of [C.all().dedupe('exact'), C.all().compact({ olderThan: 0 })]) {
      const told = await shown(context, session.events)
      const [, handle] = /(\d+\.\d+)\.?\]$/.exec(String(told[4])) as RegExpExecArray
      expect(expand(session, handle as string)).toEqual({ ok: true, text: log })
    }
  },

  D75: async () => {
    const { handler, calls: asked } = byLetters()
    const context = [C.window(1), C.relevant({ scorer: 'embeddings' })]
    const result = await compiled(context, animals, { effects: { embed: handler } })
    expect(result.ok).toBe(true)
    expect(asked.length).toBeGreaterThan(0)
  },

  D76: async () => {
    const state = { k: 'v', n: ['x'] }
    const context = [
      C.window(1),
      C.state('k'),
      C.notes('n'),
      C.template('{k}'),
      C.artifact('a'),
      C.relevant({ top: 1 }),
    ]
    const result = await compiled(context, animals, { state, artifacts: { a: 'text' } })
    const told = result.request && 'messages' in result.request ? result.request.messages.slice(1) : []
    expect(told.map(({ content }) => /from="([^"]*)"/.exec(String(content))?.[1])).toEqual([
      'state',
      'notes n',
      'context',
      'artifact a',
      'earlier',
    ])
    const origins = result.map.flatMap(({ segments }) => segments.map(({ origin }) => origin))
    for (const origin of ['d:context.1', 'd:context.4']) expect(origins.join(' ')).toContain(origin)
  },

  D80: async () => {
    const events = [says('user', 'first'), ...turns(3, 'helper'), ...turns(30), now]
    const context = [C.first(1).tier('critical'), C.all().tier('supplementary'), C.window(4)]
    const result = await compiled(context, events, { budget: 200 })
    const taken: Record<string, number> = {}
    for (const { tier, tokens } of result.units) taken[tier] = (taken[tier] ?? 0) + tokens.estimate
    expect(Object.keys(taken).sort()).toEqual(['critical', 'important', 'supplementary'])
    // With what the request itself takes, that is all of it.
    const sum = Object.values(taken).reduce((total, size) => total + size, 0)
    expect(result.tokens.sections.messages.estimate - sum).toBeLessThan(10)
    expect(new Set(reasons(result))).toEqual(new Set(['critical', 'outranked', 'fits', 'current-input']))
  },
}

function reasonsAndEdits({ ledger }: Compiled): string {
  const { rows } = ledger
  const said = [
    ...(rows.some(({ edits }) => edits.includes('compacted')) ? ['compacted'] : []),
    ...(rows.some(({ reason }) => reason === 'outranked') ? ['outranked'] : []),
    ...(rows.some(({ reason }) => reason === 'over-budget') ? ['trimmed'] : []),
  ]
  return said.join(' ') || 'whole'
}
