// A conversation with a strict fake over an in-memory socket, and the texts the model has when it answers.
import { vi } from 'vitest'
import type { ModelAction } from '../../testing/live/action.ts'
import { drive, type FakeConnection } from '../../testing/live/drive.ts'
import type { FakeOutput, LiveFake } from '../../testing/live/fake.ts'
import { geminiLive } from '../../testing/live/gemini/index.ts'
import { createMemory } from '../../testing/live/memory.ts'
import { gptLive } from '../../testing/live/openai-live/index.ts'
import { openaiRealtime } from '../../testing/live/openai-realtime/index.ts'
import type { FakeOptions } from '../../testing/live/options.ts'
import { conversationSettings } from '../declare/live-settings.ts'
import { type EngineConfig, wantedSlots } from '../engine/wanted.ts'
import type { LiveConversation, LiveReport, LiveSocket } from '../index.ts'
import { type live, profiles, startLive } from '../index.ts'

/** Fake for each profile, with its options. */
export const fakes: Readonly<Record<string, readonly [LiveFake<never>, FakeOptions]>> = {
  'gemini-3.8-live': [geminiLive as never, {}],
  'gemini-3.8-live-vertex': [geminiLive as never, { platform: 'vertex' }],
  'gemini-3.1-live': [geminiLive as never, { generation: '3.1' }],
  'gemini-2.5-live': [geminiLive as never, { generation: '2.5' }],
  'gpt-realtime': [openaiRealtime as never, { model: 'gpt-realtime' }],
  'gpt-live-1': [gptLive as never, {}],
  'gpt-live-1-responses': [gptLive as never, {}],
}

/** Socket to a fake. Frames of the fake arrive a millisecond later. */
class MemorySocket implements LiveSocket {
  onopen: LiveSocket['onopen'] = null
  onmessage: LiveSocket['onmessage'] = null
  onclose: LiveSocket['onclose'] = null
  onerror: LiveSocket['onerror'] = null
  readyState = 0
  readonly sent: string[] = []
  readonly fake: FakeConnection

  constructor(fake: FakeConnection) {
    this.fake = fake
    setTimeout(() => {
      this.readyState = 1
      this.onopen?.({} as never)
      this.act({ type: 'open' })
    }, 1)
  }

  send(data: string): void {
    this.sent.push(data)
    this.deliver(this.fake.receive(JSON.parse(data), Date.now()))
  }

  act(action: ModelAction): void {
    this.deliver(this.fake.act(action, Date.now()))
  }

  close(): void {
    this.readyState = 3
  }

  private deliver(outputs: readonly FakeOutput[]): void {
    for (const output of outputs)
      setTimeout(() => {
        if (this.readyState === 3) return
        if ('send' in output) return void this.onmessage?.({ data: JSON.stringify(output.send) } as never)
        this.readyState = 3
        this.onclose?.(output.close as never)
      }, 1)
  }
}

/** Conversation for tests. Call `vi.useFakeTimers()` first. */
export class Call {
  readonly talk: LiveConversation
  readonly sockets: MemorySocket[] = []
  readonly reports: LiveReport[] = []
  private readonly engine: EngineConfig

  constructor(
    profile: string,
    agent: ReturnType<typeof live>,
    options: Partial<Parameters<typeof startLive>[1]> = {},
    fakeOptions: FakeOptions = {},
  ) {
    const [fake, own] = fakes[profile] as (typeof fakes)[string]
    const memory = createMemory()
    this.engine = { config: conversationSettings(agent) as never, profile: profiles[profile] as never }
    const talk = startLive(agent, {
      connect: () => {
        const socket = new MemorySocket(drive(fake, { ...own, ...fakeOptions }, memory))
        this.sockets.push(socket)
        return socket
      },
      profile,
      ...options,
    })
    this.talk = talk
    void (async () => {
      for await (const report of talk) this.reports.push(report)
    })()
  }

  get socket(): MemorySocket {
    return this.sockets.at(-1) as MemorySocket
  }

  get view() {
    return this.socket.fake.view()
  }

  pass(milliseconds = 5): Promise<unknown> {
    return vi.advanceTimersByTimeAsync(milliseconds)
  }

  async act(...actions: readonly ModelAction[]): Promise<void> {
    for (const action of actions) {
      await this.connected()
      this.socket.act(action)
      await this.pass()
    }
  }

  /** Advances the time until the conversation is connected. */
  async connected(): Promise<void> {
    for (let round = 0; round < 40 && this.talk.engine.status !== 'open'; round++) await this.pass(200)
  }

  /** Cuts the connection, and waits for the next one. */
  async cut(): Promise<void> {
    await this.act({ type: 'drop' })
    await this.connected()
    await this.pass()
  }

  /** The model answers, and its turn ends. A model without turns is then silent for a while. */
  async answer(text: string): Promise<void> {
    await this.act({ type: 'start-answer' }, { type: 'say', text })
    await this.act({ type: 'generation-complete' }, { type: 'turn-complete' })
    // Advances the time until the audio has been played.
    await this.pass(this.engine.profile.hasTurns ? 150 : 1_600)
  }

  /** Texts that the model should have now. */
  due(): readonly string[] {
    return wantedSlots(this.engine, this.talk.engine).flatMap(({ kind, text, said }) =>
      kind === 'tools' ? [] : said !== undefined ? said.map(each => each.text) : [text],
    )
  }

  /** The user speaks, and the model begins to answer. Returns the texts that were due before and are missing now. */
  async speak(words: string): Promise<readonly string[]> {
    const due = this.due()
    this.talk.sendAudio('AAAA')
    // If audio waits for a connection, it is the beginning of the speech.
    await this.connected()
    await this.pass()
    await this.act({ type: 'user-speech-start' })
    this.talk.sendAudio('BBBB')
    await this.pass()
    await this.act({ type: 'user-speech-stop', transcript: words }, { type: 'start-answer' })
    return this.missing(due)
  }

  /** Returns the texts that are still needed and that the model does not have. */
  missing(due: readonly string[]): readonly string[] {
    const { instruction = '', context } = this.view
    const held = [instruction, ...context.map(({ text }) => text)].map(plain)
    const wanted = this.due()
    return due.filter(text => wanted.includes(text) && !held.some(each => each.includes(plain(text))))
  }
}

/** Compares texts without white space and quotes, which protocols may change, for example in JSON. */
const plain = (text: string): string => text.replace(/(?:\\+n|[\s"\\])+/g, ' ').trim()
