// Transfers between live agents, and a conversation that continues an earlier one.
import { describe, expect, test } from 'vitest'
import { compile, createSession, tool } from '../../../index.ts'
import { conversationSettings } from '../../declare/live-settings.ts'
import type { LiveMessage } from '../../engine/message.ts'
import { live, withState } from '../../index.ts'
import { contextIn, gemini, gptLive, kinds, Line, older, openai } from './line.ts'

const act = (name: string) => tool({ name, parameters: { type: 'object' }, execute: () => name })

const team = (model: string, steeringMode: 'instruction-update' | 'context-injection' | 'hybrid') => {
  const billing = live({
    ...{ name: 'billing', model, instruction: 'You do the bills.', description: 'Pays bills.' },
    ...{ tools: [act('pay')], initialPhase: 'ask', modifiers: [withState(['bill'])] },
    phases: [
      {
        ...{ name: 'ask', instruction: 'Ask for the bill.', tools: [] },
        transitions: [{ to: 'pay', when: state => state.bill === 1 }],
      },
      { name: 'pay', instruction: 'Take the money.' },
    ],
  })
  const agents = [billing]
  return live({ name: 'host', model, instruction: 'You greet.', tools: [act('greet')], agents, steeringMode })
}
const line = (model: string, mode: Parameters<typeof team>[1]) =>
  new Line(model, conversationSettings(team(model, mode))!)
const transfer = (to: string, id = 't1') =>
  ({ type: 'called', id, name: 'transfer_to_agent', args: { agent_name: to } }) as const
const told = (sent: readonly LiveMessage[]) => JSON.stringify(sent)

describe.each([gemini, older, openai, gptLive])('%s', model => {
  test.each(['instruction-update', 'context-injection', 'hybrid'] as const)(
    '%s: another agent takes over with its instruction, phase and tools before the call is answered',
    mode => {
      const talk = line(model, mode)
      talk.send({ type: 'handle', id: 'h1' })
      const sent = talk.send(transfer('billing'))
      const all = [...sent, ...talk.send({ type: 'answer-started' }, { type: 'turn-complete' })]
      if (talk.state.status === 'connecting') all.push(...talk.send({ type: 'opened' }, { type: 'ready' }))
      expect(talk.state).toMatchObject({ agent: 'billing', phase: 'ask' })
      expect(talk.of('transferred')).toEqual([{ type: 'transferred', from: 'host', to: 'billing' }])
      expect(talk.of('answered').map(({ value }) => value)).toEqual(['Transferred to billing.'])
      // If only a new connection replaces the instruction, the result contains the instruction until then.
      const times = model === older && mode !== 'context-injection' ? 2 : 1
      for (const text of ['You do the bills.', 'Ask for the bill.'])
        expect(told(all).split(text).length - 1).toBe(times)
      const answer = sent.findIndex(({ kind }) => kind === 'result')
      const isInside =
        'context' in sent[answer]! && JSON.stringify(sent[answer]).includes('You do the bills.')
      expect(isInside || told(sent.slice(0, answer)).includes('You do the bills.')).toBe(true)
      expect(talk.turn()).toEqual([])
    },
  )

  test('the new agent has its own tools: those of the agent before are refused', () => {
    const talk = line(model, 'context-injection')
    talk.send(transfer('billing'), { type: 'called', id: 'c1', name: 'greet', args: {} })
    expect(talk.of('run')).toEqual([])
    talk.set({ bill: 1 })
    talk.send({ type: 'called', id: 'c2', name: 'pay', args: {} })
    expect(talk.of('run').map(({ name }) => name)).toEqual(['pay'])
  })

  test('a transfer to nobody is an error, and changes nothing', () => {
    const talk = line(model, 'context-injection')
    talk.send(transfer('nobody'))
    expect(talk.of('answered')).toMatchObject([{ isError: true }])
    expect(talk.state.agent).toBe('host')
  })

  test('the model hands the conversation back, and what was told of the other agent is taken back', () => {
    const talk = line(model, 'context-injection')
    talk.send(transfer('billing'))
    talk.turn()
    talk.send(transfer('host', 't2'))
    talk.turn()
    expect(talk.state).toMatchObject({ agent: 'host', phase: null })
    expect(talk.state.told.agent).toBeUndefined()
  })
})

test('a resumed connection is set up for the agent that speaks', () => {
  const talk = line(gemini, 'instruction-update')
  talk.send({ type: 'handle', id: 'h1' }, transfer('billing'))
  const [setup] = talk.reconnect()
  expect(setup).toMatchObject({ kind: 'setup', agent: 'billing', handle: 'h1' })
  expect(setup).toMatchObject({ instruction: expect.stringContaining('You do the bills.') })
  expect(setup).toMatchObject({ tools: ['transfer_to_agent'] })
})

test('agents of another model, and agents that live() did not declare, are rejected', () => {
  const other = live({ name: 'other', model: 'gpt-realtime', instruction: 'Help.' })
  expect(() => live({ name: 'host', model: 'gemini-3.8-live', agents: [other] })).toThrow(
    "live.agents[0] has the model 'gpt-realtime'",
  )
  expect(() => live({ name: 'host', model: 'gpt-realtime', agents: [{ name: 'plain' } as never] })).toThrow(
    'live.agents[0] must be declared by live()',
  )
})

test('compile gives the request of the agent that the session was handed over to', async () => {
  const call = {
    kind: 'tool-call',
    id: 't1',
    name: 'transfer_to_agent',
    arguments: { agent_name: 'billing' },
  }
  const session = createSession({ state: { 'session:phase': 'pay' } }).append(
    { author: 'user', text: 'My bill, please.' },
    { author: 'host', parts: [call] as never },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 't1', name: 'transfer_to_agent', content: [] }] },
  )
  const program = team('gpt-5.4', 'hybrid')
  const { request } = await compile(program, session, { target: 'openai', budget: 4_000 })
  expect(JSON.stringify(request)).toContain('You do the bills.')
  expect(JSON.stringify(request)).toContain('Take the money.')
})

describe('a conversation that goes on', () => {
  const phases = [
    {
      ...{ name: 'a', instruction: 'Do a.' },
      transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }],
    },
    { name: 'b', instruction: 'Do b.', onEnterContext: () => 'Welcome to b.', speak: true },
  ] as never
  const said = [
    { by: 'user', text: 'A table for two.' },
    { by: 'model', text: 'At what time?' },
  ] as const

  test.each([gemini, openai, gptLive])(
    '%s: begins in the phase where it ended, with what was said',
    model => {
      const options = { phases, initialPhase: 'a', steeringMode: 'context-injection' } as const
      const talk = new Line(model, options, { 'session:phase': 'b' }, said)
      expect(talk.state.phase).toBe('b')
      const sent = talk.of('send').map(({ message }) => message)
      expect(Object.keys(contextIn(sent))).toEqual(['history', 'phase'])
      expect(kinds(sent)).not.toContain('speak')
      expect(talk.of('phase')).toEqual([])
    },
  )

  test.each([gemini, openai, gptLive])(
    '93: %s: a session that begins anew is told what was said; a resumed one is not',
    model => {
      const talk = new Line(model, {})
      talk.send({ type: 'heard', text: 'A table for two.' }, { type: 'answer-started' })
      talk.send({ type: 'spoke', text: 'At what time?' }, { type: 'turn-complete' })
      const history = contextIn(talk.reconnect()).history
      expect(JSON.parse(history ?? 'null')).toEqual(said)
      if (model !== gemini) return
      talk.send({ type: 'handle', id: 'h1' })
      expect(contextIn(talk.reconnect())).toEqual({})
      // The server no longer knows the handle.
      talk.send({ type: 'closed' }, { type: 'opened' }, { type: 'closed', isRefused: true })
      expect(Object.keys(contextIn(talk.send({ type: 'opened' }, { type: 'ready' })))).toEqual(['history'])
    },
  )

  test('the history is bounded: the newest 20 texts of at most 8,000 bytes', () => {
    const talk = new Line(openai, {})
    for (let turn = 0; turn < 50; turn++)
      talk.send(
        { type: 'answer-started' },
        { type: 'spoke', text: `${turn} ${'ä'.repeat(300)}` },
        { type: 'turn-complete' },
      )
    const history = JSON.parse(contextIn(talk.reconnect()).history ?? '[]') as { text: string }[]
    expect(history).toHaveLength(13)
    expect(history.at(-1)?.text).toMatch(/^49 /)
  })
})

test('stored agent that is gone: begins in the first phase of the root', () => {
  const line = new Line(
    'gpt-realtime',
    { initialPhase: 'a', phases: [{ name: 'a' }, { name: 'pay' }] } as never,
    { 'session:agent': 'gone', 'session:phase': 'pay' },
  )
  expect(line.state.phase).toBe('a')
  expect(line.state.values['session:agent']).not.toBe('gone')
})
