import { expect, expectTypeOf, test } from 'vitest'
import { type LiveBuilder, type LiveDeclaration, live, liveBuilder, type Phase, withState } from '../index.ts'
import type { PhaseBuilder } from './phase-builder.ts'

/** Fields that a chain sets by links of other names. */
type Elsewhere = 'name' | 'model' | 'phases' | 'modifiers' | 'transitions'
type Links<Chain> = Exclude<keyof Chain, 'build' | 'start' | 'done'>

const extract = { keys: ['guests'], texts: 2, run: () => ({}) } as never
const other = live({ name: 'other', model: 'gpt-realtime' })
const tools = [{ name: 'find', description: 'Finds a table.', parameters: { type: 'object' } }]

/** Each field of a declaration, and the link that sets it. */
const fields: {
  readonly [Field in Exclude<keyof LiveDeclaration, Elsewhere>]-?: readonly [
    LiveDeclaration[Field],
    (chain: LiveBuilder) => LiveBuilder,
  ]
} = {
  instruction: ['Help.', chain => chain.instruction('Help.')],
  steeringMode: ['hybrid', chain => chain.steeringMode('hybrid')],
  contextDelivery: ['deferred', chain => chain.contextDelivery('deferred')],
  flushOn: ['turn-end' as never, chain => chain.flushOn('turn-end' as never)],
  initialPhase: ['greeting', chain => chain.initialPhase('greeting')],
  navigation: [true, chain => chain.navigation()],
  repairAfter: [3, chain => chain.repairAfter(3)],
  speak: [true, chain => chain.speak()],
  silenceMs: [5_000, chain => chain.silenceMs(5_000)],
  derived: [{}, chain => chain.derived({})],
  extract: [extract, chain => chain.extract(extract)],
  tools: [tools as never, chain => chain.tools(tools as never)],
  background: [['find'], chain => chain.background('find')],
  description: ['Takes bookings.', chain => chain.description('Takes bookings.')],
  protect: [[], chain => chain.protect([])],
  expects: [['guests'], chain => chain.expects(['guests'])],
  agents: [[other], chain => chain.agents(other)],
  allowTransfer: [{ parent: false } as never, chain => chain.allowTransfer({ parent: false } as never)],
}

const declarationOf = (chain: LiveBuilder): object =>
  (chain as unknown as { declaration: object }).declaration

test('a chain has a link for each field of live', () => {
  for (const [field, [value, link]] of Object.entries(fields))
    expect(declarationOf(link(liveBuilder('host', 'gpt-realtime')))).toEqual({
      ...{ name: 'host', model: 'gpt-realtime', [field]: value },
    })
  expectTypeOf<Exclude<keyof LiveDeclaration, Elsewhere>>().toExtend<Links<LiveBuilder>>()
  expectTypeOf<Exclude<keyof Phase, Elsewhere>>().toExtend<Links<PhaseBuilder<never>>>()
})

test('a chain ends with a conversation', () => {
  const chain = liveBuilder('host', 'gpt-realtime').withState(['guests'])
  expect(declarationOf(chain)).toMatchObject({ modifiers: [withState(['guests'])] })
  const socket = {
    send() {},
    close() {},
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    readyState: 0,
  }
  const talk = chain.start({ connect: () => socket })
  talk.set({ guests: 4 })
  expect(talk.state.guests).toBe(4)
  talk.stop()
})
