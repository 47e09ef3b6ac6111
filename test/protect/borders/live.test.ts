// Live conversations of each protocol with protected values in everything that reaches the engine: no frame holds one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSession } from '../../../src/index.ts'
import { conversationSettings } from '../../../src/live/declare/live-settings.ts'
import { asTheyAre } from '../../../src/live/engine/shown.ts'
import {
  type LiveEvent,
  live,
  profiles,
  tool,
  when,
  withContext,
  withState,
} from '../../../src/live/index.ts'
import { protectedLogFor } from '../../../src/live/session/protected-log.ts'
import { EngineSteps } from '../../../src/live/session/steps.ts'
import { createCodec } from '../../../src/live/wire/codec-for.ts'
import { planted, protect, shownIn, state, values } from './planted.ts'

type Some = { readonly kind: string; readonly text: string }

const [code, mail] = values
const look = (name: string) =>
  tool({
    name,
    description: `Looks up ${code}.`,
    parameters: { type: 'object', properties: { who: { type: 'string', description: `such as ${mail}` } } },
    execute: () => '',
  })

const agentFor = (model: string, steeringMode: 'instruction-update' | 'context-injection') =>
  live({
    ...{ name: 'host', model, steeringMode, protect, background: ['slow'], navigation: true },
    instruction: given => `The code is ${code}. Write to ${given.mail}.`,
    tools: [look('look'), look('slow'), look('delegation')],
    modifiers: [
      withState(['ticket', 'mail', 'note']),
      when(() => true, `Never say ${code}.`),
      withContext(({ mail: own, note }) => `Ends with ${String(own).slice(-9)} ${JSON.stringify(note)}`),
    ],
    derived: { host: given => String(given.mail).split('@')[1] },
    phases: [
      {
        ...{ name: 'first', instruction: `Be kind to ${mail}.`, needs: ['name'] },
        transitions: [{ to: 'second', when: given => given.mail === mail, description: `who has ${code}` }],
      },
      {
        ...{ name: 'second', instruction: given => `Now ${given.note} and ${given['derived:host']}` },
        onEnterContext: given => `Welcome ${given.mail}`,
        transitions: [{ to: 'first', when: given => given.back === true }],
      },
    ],
    initialPhase: 'first',
  })

/** A conversation that the server takes part in as it should, with all frames that were sent to it. */
class Talk {
  readonly steps: EngineSteps
  readonly frames: object[] = []
  private codec: ReturnType<typeof createCodec> | null = null
  private readonly pending: LiveEvent[] = []
  private calls = 0

  constructor(profile: string, mode: Parameters<typeof agentFor>[1]) {
    const agent = agentFor(profiles[profile]!.name, mode)
    const log = createSession({ state })
    const engine = { config: conversationSettings(agent)!, profile: profiles[profile]! }
    this.steps = new EngineSteps(engine, log, protectedLogFor(agent, [], log, 'test'))
    this.take({ type: 'start', values: state })
  }

  take(event: LiveEvent): void {
    for (const effect of this.steps.applyEvent(event)) {
      if (effect.type === 'connect') {
        const { shown = asTheyAre } = this.steps.engine
        const setup = shown.declared({ instructions: `of ${code}`, delegation: { type: 'responses' } })
        this.codec = createCodec({ ...this.steps.engine, setup, declared: each => shown.declared(each) })
        this.pending.push({ type: 'opened' })
      }
      if (effect.type !== 'send') continue
      const { message, frame } = effect
      this.frames.push(...this.codec!.encode(message, frame))
      this.pending.push({ type: 'written', frame })
      this.pending.push(message.kind === 'setup' ? { type: 'ready' } : { type: 'acked', frame })
    }
    for (let next = this.pending.shift(); next !== undefined; next = this.pending.shift()) this.take(next)
  }

  say({ kind, text }: Some): void {
    const id = `call ${++this.calls}`
    const args = { who: text }
    const value = { found: [text], note: text }
    switch (kind) {
      case 'heard':
        this.take({ type: 'heard', text })
        return this.take({ type: 'turn-complete' })
      case 'spoke':
        this.take({ type: 'spoke', text })
        return this.take({ type: 'turn-complete' })
      case 'text':
        return this.take({ type: 'sending', what: 'text', text })
      case 'set':
        return this.take({ type: 'set', set: { note: text, back: text.length % 2 === 0, [text]: text } })
      case 'result':
        this.take({ type: 'called', id, name: 'look', args })
        return this.take({ type: 'result', id, value, set: { note: value } })
      case 'refused':
        return this.take({ type: 'called', id, name: text, args })
      case 'late':
        this.take({ type: 'called', id, name: 'look', args })
        this.take({ type: 'closed', reason: text })
        return this.take({ type: 'result', id, value: text })
      case 'progress':
        this.take({ type: 'called', id, name: 'slow', args })
        return this.take({ type: 'progress', id, value })
      case 'closed':
        return this.take({ type: 'closed' })
    }
  }
}

const happenings = fc.array(
  fc.record({
    kind: fc.constantFrom('heard', 'spoke', 'text', 'set', 'result', 'refused', 'late', 'progress', 'closed'),
    text: planted,
  }),
  { minLength: 1, maxLength: 12 },
)

const protocols = ['gemini-3.8-live', 'gemini-2.5-live', 'gpt-realtime', 'gpt-live-1', 'gpt-live-1-responses']

describe.each(protocols)('%s', profile => {
  test('no frame holds a protected value, whatever carries it', () => {
    fc.assert(
      fc.property(
        happenings,
        fc.constantFrom('instruction-update' as const, 'context-injection' as const),
        (some, mode) => {
          const talk = new Talk(profile, mode)
          for (const each of some) talk.say(each)
          expect(shownIn(talk.frames)).toEqual([])
          expect(JSON.stringify(talk.frames)).toContain('[secret:')
          expect(talk.steps.state.status).toBe('open')
          const { told, late, history, flying, unheld, entry } = talk.steps.state
          expect(shownIn([told, late, history, flying, unheld, entry])).toEqual([])
        },
      ),
      { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 60) },
    )
  })

  test('the same conversation has the same frames again', () => {
    fc.assert(
      fc.property(happenings, some => {
        const [one, other] = [1, 2].map(() => {
          const talk = new Talk(profile, 'context-injection')
          for (const each of some) talk.say(each)
          return talk.frames
        })
        expect(one).toEqual(other)
      }),
      { numRuns: 10 },
    )
  })
})
