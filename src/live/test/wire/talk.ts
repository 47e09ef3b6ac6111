// A conversation between the engine and a strict fake, through the codec, with simulated time.

import type { ModelAction } from '../../../testing/live/action.ts'
import { drive, type FakeConnection } from '../../../testing/live/drive.ts'
import type { FakeOutput, LiveFake } from '../../../testing/live/fake.ts'
import { createMemory } from '../../../testing/live/memory.ts'
import type { FakeOptions } from '../../../testing/live/options.ts'
import type { LiveConfig } from '../../declare/live-config.ts'
import type { LiveEffect } from '../../engine/effect.ts'
import type { LiveEvent } from '../../engine/event.ts'
import { type EngineState, newEngineState } from '../../engine/state.ts'
import { step } from '../../engine/step.ts'
import { profiles } from '../../profile/profile.ts'
import type { Codec } from '../../wire/codec.ts'
import { createCodec } from '../../wire/codec-for.ts'

export class Talk {
  state: EngineState = newEngineState()
  readonly effects: LiveEffect[] = []
  /** Frames of the client, in the order in which they were sent. */
  readonly frames: Record<string, unknown>[] = []
  readonly connections: FakeConnection[] = []
  private readonly engine
  private readonly fake: LiveFake<never>
  private readonly options: FakeOptions
  private readonly memory = createMemory()
  private readonly setup: object
  private codec!: Codec
  private readonly queue: LiveEvent[] = []
  private isBusy = false

  constructor(
    profile: string,
    config: LiveConfig,
    fake: LiveFake<never>,
    options: FakeOptions = {},
    setup = {},
  ) {
    this.setup = setup
    this.engine = { profile: profiles[profile] as (typeof profiles)[string], config }
    this.fake = fake
    this.options = options
    this.send({ type: 'start' })
  }

  get connection(): FakeConnection {
    return this.connections.at(-1) as FakeConnection
  }

  send(event: LiveEvent): void {
    this.queue.push(event)
    if (this.isBusy) return
    this.isBusy = true
    while (this.queue.length > 0) {
      const [state, effects] = step(this.engine, this.state, this.queue.shift() as LiveEvent)
      this.state = state
      this.effects.push(...effects)
      for (const effect of effects) this.perform(effect)
    }
    this.isBusy = false
  }

  act(action: ModelAction | ModelAction['type']): void {
    this.read(this.connection.act(action))
  }

  /** Sends audio of the user like a driver: context that waits for the user's input is sent first. */
  audio(): void {
    this.send({ type: 'sending', what: 'audio' })
    this.write(this.codec.audio('AAAA'))
  }

  private perform(effect: LiveEffect): void {
    if (effect.type === 'connect') {
      this.codec = createCodec({ ...this.engine, setup: this.setup as never })
      this.connections.push(drive(this.fake, this.options, this.memory))
      this.act('open')
      this.send({ type: 'opened' })
    }
    if (effect.type !== 'send') return
    const frames = this.codec.encode(effect.message, effect.frame)
    this.send({ type: 'written', frame: effect.frame })
    for (const frame of frames) this.write(frame)
  }

  private write(frame: object): void {
    this.frames.push(frame as Record<string, unknown>)
    this.read(this.connection.receive(JSON.stringify(frame)))
  }

  private read(outputs: readonly FakeOutput[]): void {
    for (const output of outputs)
      if ('close' in output) {
        const { code, reason } = output.close
        this.send({ type: 'closed', reason, ...this.codec.closed(code, reason) })
      } else for (const event of this.codec.decode(output.send)) if (event.type !== 'audio') this.send(event)
  }

  /** Returns the names of the frames that were sent, from a position on. */
  kinds(from = 0): string[] {
    return this.frames.slice(from).map(frame => String(frame.type ?? Object.keys(frame)[0]))
  }

  get problems() {
    return this.connections.flatMap(connection => connection.view().violations)
  }
}
