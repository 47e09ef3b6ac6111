// The engine with a connection that writes and confirms each message immediately, unless a test prevents it.
import type { LiveConfig, SaidText } from '../../declare/live-config.ts'
import { type LiveOptions, readLiveConfig } from '../../declare/read-config.ts'
import type { LiveEffect } from '../../engine/effect.ts'
import type { LiveEvent } from '../../engine/event.ts'
import type { LiveMessage } from '../../engine/message.ts'
import { type EngineState, newEngineState } from '../../engine/state.ts'
import { step } from '../../engine/step.ts'
import { profiles } from '../../profile/profile.ts'

export const gemini = 'gemini-3.8-live'
export const older = 'gemini-2.5-live'
export const openai = 'gpt-realtime'
export const gptLive = 'gpt-live-1'

export class Line {
  state: EngineState
  readonly effects: LiveEffect[] = []
  /** Whether messages are written and confirmed automatically. */
  isWriting = true
  isConfirming = true
  private readonly engine

  constructor(
    profile: string,
    options: Partial<LiveOptions> | LiveConfig = {},
    values = {},
    said: readonly SaidText[] = [],
  ) {
    const isRead = 'members' in options
    const config = isRead
      ? options
      : readLiveConfig({ name: 'bot', model: profile, instruction: 'Base.', ...options })
    this.engine = { profile: profiles[profile] as (typeof profiles)[string], config }
    this.state = newEngineState(values)
    this.send({ type: 'start', said }, { type: 'opened' }, { type: 'ready' })
  }

  /** Passes events to the engine, and returns the messages that it sends. */
  send(...events: readonly LiveEvent[]): LiveMessage[] {
    const sent: LiveMessage[] = []
    const queue = [...events]
    for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
      const [state, effects] = step(this.engine, this.state, event)
      this.state = state
      this.effects.push(...effects)
      for (const effect of effects) {
        if (effect.type !== 'send') continue
        sent.push(effect.message)
        const { frame } = effect
        if (this.isWriting) queue.unshift({ type: 'written', frame })
        const isAcked =
          this.engine.profile.confirms === 'reply' && ['context', 'update'].includes(effect.message.kind)
        if (this.isWriting && this.isConfirming && isAcked) queue.push({ type: 'acked', frame })
      }
    }
    return sent
  }

  /** The model has a turn, from its beginning to its end. */
  turn(): LiveMessage[] {
    return [...this.send({ type: 'answer-started' }), ...this.send({ type: 'turn-complete' })]
  }

  set(set: object): LiveMessage[] {
    return this.send({ type: 'set', set: set as never })
  }

  /** The connection ends, and a new one becomes ready. */
  reconnect(): LiveMessage[] {
    return [
      ...this.send({ type: 'closed', reason: 'cut' }),
      ...this.send({ type: 'opened' }, { type: 'ready' }),
    ]
  }

  notes(): string[] {
    return this.effects.flatMap(effect => (effect.type === 'note' ? [effect.diagnostic.code] : []))
  }

  of<Type extends LiveEffect['type']>(type: Type) {
    return this.effects.filter(
      (effect): effect is Extract<LiveEffect, { type: Type }> => effect.type === type,
    )
  }
}

/** Returns the texts of the context in some messages, by slot. */
export const contextIn = (messages: readonly LiveMessage[]): Record<string, string> =>
  Object.fromEntries(
    messages.flatMap(message =>
      message.kind === 'context' || (message.kind === 'result' && message.context.length > 0)
        ? ('blocks' in message ? message.blocks : message.context).map(({ slot, text }) => [slot, text])
        : [],
    ),
  )

export const kinds = (messages: readonly LiveMessage[]): string[] => messages.map(({ kind }) => kind)
