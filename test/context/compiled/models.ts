import { agent, C, compile, createSession } from 'ctxc'
import { type ExtractHandler, resolveWants } from 'ctxc/effects'
import { distill, extract, rememberAnswer } from 'ctxc/remember'
import { expect } from 'vitest'
import { byLetters } from '../../effect/letters.ts'
import { answered, asked, converse, firstWords, sent, settled } from '../../summaries/conversation.ts'
import { animals, calls, compiled, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

const long = (count: number) =>
  Array.from({ length: count }, (_, turn) => [
    says('user', asked(turn)),
    says('helper', answered(turn)),
  ]).flat()

/** Handler that keeps what it was given. */
function spied() {
  const inputs: Parameters<ReturnType<typeof firstWords>['run']>[0][] = []
  const summarize = firstWords(async (input, about) => {
    inputs.push(input)
    return await firstWords().run(input, about)
  })
  return { inputs, effects: { summarize } }
}

const keysOf = async (context: C.ContextInput, events: Parameters<typeof compiled>[1]) =>
  (await compiled(context, events, { effects: { summarize: firstWords() } })).wants.map(({ key }) => key)

/** Proofs about work that models do on a session, and when they do it. */
export const models: Shows = {
  D40: async () => {
    const turns = await converse(24)
    expect(turns.every(({ result }) => result.ok)).toBe(true)
    expect(sent(turns.at(-1) as never)).toContain('Summary of earlier messages')
  },

  D41: async () => {
    for (const kept of [1, 3]) {
      const context = [C.window(kept), C.all().summarize({ segment: 20, olderThan: kept })]
      const request = await settled(context, [...long(6), now])
      const isWhole = Array.from({ length: 6 }, (_, turn) => request.includes(asked(turn).trim()))
      // The current turn is one of the window. Ages move on every so many turns, and no turn is lost between.
      expect(isWhole.lastIndexOf(false)).toBeLessThan(6 - kept + 1)
      expect(isWhole.slice(0, 3)).toEqual([false, false, false])
      for (let turn = 0; turn < 6; turn++) expect(request).toContain(`Question ${turn} about item ${turn}`)
    }
  },

  D42: async () => {
    const { inputs, effects } = spied()
    const context = [C.userOnly(), C.where({ tool: 'read' }).summarize({ segment: 60, olderThan: 0 })]
    await settled(context, [says('user', 'go'), ...calls('c1', 'read', { path: 'a' }, log), now], effects)
    expect(JSON.stringify(inputs)).toContain('line 60 says')
    expect(JSON.stringify(inputs)).toContain('read')
  },

  D43: async () => {
    const schema = { type: 'object', properties: { open: { type: 'string' } }, required: ['open'] } as const
    const context = C.all().summarize({ segment: 60, olderThan: 1, schema })
    const withValue = async (value: object) =>
      await settled(context, [...long(3), now], { summarize: firstWords(async () => value as never) })
    expect(await withValue({ open: 'Question about item' })).toContain(
      '{\\"open\\":\\"Question about item\\"}',
    )
    expect(await withValue({ done: 'Question about item' })).not.toContain('Summary of earlier')
  },

  D54: async () => {
    const turns = await converse(14, {
      program: agent({
        name: 'helper',
        model: 'gpt-5.4',
        context: [C.window(2), C.all().summarize({ segment: 80, olderThan: 2 })],
      }) as never,
    })
    const last = sent(turns.at(-1) as never)
    expect(last).toContain('Question 0 about item 0')
    expect(last).not.toContain(asked(0).trim())
    expect(last).toContain(asked(12).trim())
  },

  D79: async () => {
    const { inputs, effects } = spied()
    const program = agent({
      name: 'helper',
      model: 'gpt-5.4',
      context: C.all().summarize({ segment: 60, olderThan: 1 }),
    })
    const session = createSession({ events: [...long(4), now] })
    const first = await compile(program, session, { effects })
    const made = await resolveWants(first, { effects })
    const before = inputs.length
    const second = await compile(program, session.append(...first.events, ...made), { effects })
    expect(inputs).toHaveLength(before)
    expect(JSON.stringify(second.request)).toContain('Summary of earlier messages')
  },

  D88: async () => {
    const { inputs, effects } = spied()
    const context = C.all().summarize({ segment: 60, olderThan: 0 })
    const steps = [
      says('user', asked(0)),
      ...calls('c1', 'read', {}, log),
      ...calls('c2', 'read', {}, `${log}!`),
    ]
    for (const end of [3, 5]) {
      const { ok, wants } = await compiled(context, [...long(4), ...steps.slice(0, end)], { effects })
      expect([ok, wants.length > 0]).toEqual([true, true])
    }
    expect(inputs).toEqual([])
  },

  D89: async () => {
    const { inputs, effects } = spied()
    await converse(24, { effects })
    const seqs = inputs.flatMap(({ messages }) =>
      messages.filter(({ author }) => author !== 'summary').map(({ seq }) => seq),
    )
    expect(seqs.length).toBeGreaterThan(10)
    expect(new Set(seqs).size).toBe(seqs.length)
  },

  D90: async () => {
    const context = C.all().summarize({ segment: 20, olderThan: 0 })
    const key = async (...texts: string[]) => {
      const read = texts.flatMap((text, at) => calls(`c${at}`, 'read', {}, text))
      return (await keysOf(context, [says('user', asked(0)), ...read, now])).join()
    }
    const keys = [await key(log), await key(`${log}.`), await key(log, log), await key(`${log}${log}`)]
    expect(new Set(keys).size).toBe(4)
    expect(await key(log)).toBe(keys[0])
  },

  D91: async () => {
    const turns = await converse(24)
    expect(turns.at(-1)?.session.state).toEqual({})
    const { handler } = byLetters()
    const result = await compiled(C.relevant({ scorer: 'embeddings' }), animals, {
      effects: { embed: handler },
    })
    expect(createSession({ events: animals }).append(...result.events).state).toEqual({})
  },

  D92: async () => {
    const context = [C.window(1), C.relevant({ scorer: 'embeddings' })]
    const hanging = { id: 'own', run: () => new Promise<never>(() => {}) }
    const result = await compiled(context, animals, {
      effects: { embed: hanging },
      signal: AbortSignal.timeout(20),
    })
    expect([result.ok, result.diagnostics.map(({ code }) => code)]).toEqual([true, ['CX9203']])
    expect(await shown(context, animals)).toEqual(
      await shown(context, animals, { effects: { embed: hanging }, signal: AbortSignal.abort() }),
    )
  },

  D95: async () => {
    const extractFails: ExtractHandler = { id: 'x', run: () => Promise.reject(new Error('down')) }
    const program = agent({
      ...{ name: 'bot', identity: false, context: [C.all(), C.state('trip'), C.notes('facts')] },
      remember: [extract({ key: 'trip', schema: { type: 'object' } }), distill({ key: 'facts' })],
    })
    const state = { trip: { city: 'Oslo' }, facts: ['likes tea'] }
    const session = createSession({ state, events: [...turns(1)] })
    const events = await rememberAnswer(program, session, { effects: { extract: extractFails } })
    expect(events.map(({ actions }) => (actions?.effect as { error?: string } | undefined)?.error)).toEqual([
      'down',
      'down',
    ])
    const { request } = await compile(program, session.append(...events, now), { model: 'gpt-5.4' })
    expect(JSON.stringify(request)).toContain('{\\"city\\":\\"Oslo\\"}')
    expect(JSON.stringify(request)).toContain('likes tea')
  },
}
