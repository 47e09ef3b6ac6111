import { C, type Part, type Report } from 'ctxc'
import { expect } from 'vitest'
import { animals, calls, compiled, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

const image = { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } } as const

const codes = ({ diagnostics }: Report) => diagnostics.map(({ code }) => code)

const reasons = ({ ledger }: Report) =>
  ledger.rows.flatMap(({ from, to, reason }) => Array.from({ length: to - from }, () => reason))

/** Proofs about the selected units, and the context blocks next to them. */
export const selection: Shows = {
  D22: async () => {
    const parts: Part[] = [{ kind: 'text', text: 'look' }, image]
    const { request } = await compiled(C.userOnly(), [{ author: 'user', parts }, says('bot', 'seen'), now])
    expect(request).toMatchObject({
      messages: [{ content: [{ type: 'text' }, { type: 'image_url' }] }, { content: 'now' }],
    })
  },

  D25: async () => {
    const events = [...turns(1), ...turns(1, 'noisy'), ...calls('c1', 'read', {}, 'words'), now]
    const told = await shown(C.excludeAgents('noisy'), events)
    expect(told).toEqual(['q1', 'a1', 'q1', 'read({})', 'words', 'now'])
  },

  D26: async () => {
    const events = [
      says('x', 'x1'),
      says('user', 'q1'),
      says('y', 'y1'),
      says('x', 'x2'),
      says('y', 'y2'),
      now,
    ]
    const told = await shown([C.where({ author: 'y' }), C.where({ author: 'x' })], events)
    const marks = (texts: readonly string[]) => texts.map(text => /[xyq]\d|now/.exec(text)?.[0])
    expect(marks(told)).toEqual(['x1', 'y1', 'x2', 'y2', 'now'])
    const each = [C.last(1, { of: { author: 'y' } }), C.last(2, { of: { author: 'x' } })]
    expect(marks(await shown(each, events))).toEqual(['x1', 'x2', 'y2', 'now'])
  },

  D27: async () => {
    const events = [...turns(1), ...calls('c1', 'read', {}, 'words'), ...turns(1), now]
    expect(await shown(C.where({ type: 'tool-result' }), events)).toEqual(['read({})', 'words', 'now'])
  },

  D29: async () => {
    const parts: Part[] = [{ kind: 'text', text: 'the brief', tag: { name: 'brief' } }]
    const events = [...turns(1), { author: 'user', parts }, ...turns(1), now]
    expect(await shown(C.where({ tag: 'brief' }), events)).toEqual(['the brief', 'now'])
  },

  D30: async () => {
    // A turn of many units weighs as much as one of two.
    const busy = [says('user', 'busy'), ...calls('c1', 'read', {}, 'w1'), ...calls('c2', 'read', {}, 'w2')]
    const told = await shown(C.recent({ halfLife: 1, minScore: 0.25 }), [...turns(2), ...busy, now])
    expect(told.slice(0, 3)).toEqual(['q2', 'a2', 'busy'])
  },

  D31: async () => {
    const best = async (top: number) => (await shown([C.window(1), C.relevant({ top })], animals)).at(-1)
    expect(await best(1)).toMatch(/^<.*>\nuser: Does a zebra sleep.*\n<.*>$/)
    expect(await best(4)).toMatch(/sleeps badly.*\n(?:.*\n)*user: Does a zebra sleep/)
  },

  D32: async () => {
    // No unit is relevant, so none is added.
    const context = [C.window(1), C.relevant({ query: 'quantum chromodynamics' })]
    expect(await shown(context, animals)).toEqual(['Where does the zebra sleep?'])
  },

  D33: async () => {
    const result = await compiled([C.window(1), C.relevant({ top: 2 })], animals)
    expect([result.ok, result.events, codes(result)]).toEqual([true, [], []])
    expect(reasons(result)).toContain('relevant')
  },

  D37: async () => {
    const broken = () => {
      throw new Error('no such user')
    }
    const result = await compiled([C.window(1), C.when(broken, C.all())], [...turns(1), now])
    expect(result.diagnostics).toMatchObject([
      { code: 'CX2005', level: 'warn', data: { why: 'no such user' } },
    ])
  },

  D38: async () => {
    const events = [...turns(1), now]
    expect(await shown([C.all(), C.when('vip', C.window(1))], events)).toEqual(['q1', 'a1', 'now'])
    expect(await shown([C.when('vip', C.none()), C.window(5)], events)).toEqual(['q1', 'a1', 'now'])
  },
}
