// A model without a model, so that the example needs no key: the strict fake, and a script that hears a voice by its loudness
// and answers by the phase in its context.
import { geminiLive, type LiveServer, type ServedConnection, serveLive } from 'ctxc/testing/live'
import { instructions } from './agent.ts'
import { fromBase64, loudness, outputRate, syllables, toBase64 } from './sound.ts'

type Phase = keyof typeof instructions
type Action = Parameters<ServedConnection['act']>[0]

/** Texts that count as the guest's words, because the script cannot understand speech. */
const heard: Record<Phase, string> = {
  greeting: 'I would like a table, please.',
  booking: 'Four of us, at eight.',
  done: 'Thank you, goodbye.',
}

const answers: Record<Phase, string> = {
  greeting: 'A table, with pleasure. Tell me, for how many guests, and at what time would you like to come?',
  booking: 'For how many guests, and at what time?',
  done: 'Your table for tonight is booked. It will be a pleasure to see you. Thank you, and goodbye.',
}

const welcome = 'Good evening, and welcome! How can I help you?'

const secondsPerWord = 0.2
const word = toBase64(syllables(secondsPerWord, outputRate, 210))

/** Length of silence, in milliseconds, that ends the user's speech. */
const silence = 400

interface Frame {
  readonly setup?: object
  readonly realtimeInput?: { readonly audio?: { readonly data: string } }
  readonly clientContent?: {
    readonly turnComplete?: boolean
    readonly turns?: readonly { readonly parts: readonly { readonly text: string }[] }[]
  }
  readonly toolResponse?: object
}

/** Plays the model of one connection. */
class Script {
  readonly #connection: ServedConnection
  /** Planned actions, and the time of each. */
  #plan: { readonly at: number; readonly action: Action }[] = []
  #read = 0
  #loudPieces = 0
  #loudAt = 0
  #isSpeaking = false

  constructor(connection: ServedConnection) {
    this.#connection = connection
  }

  advance(now: number): void {
    const { received } = this.#connection
    while (this.#read < received.length) this.#take(received[this.#read++] as Frame, now)
    if (this.#isSpeaking && now - this.#loudAt > silence) {
      this.#isSpeaking = false
      const text = heard[this.#phase()]
      this.#connection.act({ type: 'user-speech-stop', transcript: text })
      this.#answer(text, now)
    }
    while (this.#plan[0] !== undefined && this.#plan[0].at <= now)
      this.#connection.act((this.#plan.shift() as { action: Action }).action)
  }

  #take({ setup, realtimeInput, clientContent, toolResponse }: Frame, now: number): void {
    if (setup) this.#connection.act({ type: 'handle', resumable: true })
    if (realtimeInput?.audio) this.#listen(fromBase64(realtimeInput.audio.data), now)
    if (clientContent?.turnComplete) this.#answer(clientContent.turns?.at(-1)?.parts[0]?.text ?? null, now)
    if (toolResponse) this.#say(answers[this.#phase()], now)
  }

  /** Detects a voice: three loud pieces of sound in a short time. */
  #listen(piece: Int16Array, now: number): void {
    if (loudness(piece) < 0.03) return
    this.#loudPieces = now - this.#loudAt > silence ? 1 : this.#loudPieces + 1
    this.#loudAt = now
    if (this.#isSpeaking || this.#loudPieces < 3) return
    this.#isSpeaking = true
    this.#plan = []
    this.#connection.act({ type: 'user-speech-start' })
  }

  /** Returns the phase that the model received last. */
  #phase(): Phase {
    const names = Object.keys(instructions) as Phase[]
    const texts = this.#connection.view().context.map(({ text }) => text)
    const told = texts.map(text => names.find(name => text.includes(instructions[name])))
    return told.findLast(name => name !== undefined) ?? 'greeting'
  }

  #answer(text: string | null, now: number): void {
    const phase = this.#phase()
    const isComplete = text !== null && /\d|one|two|three|four|five|six|seven|eight/i.test(text)
    if (text === null) this.#say(welcome, now)
    else if (phase === 'booking' && isComplete) {
      const call = {
        type: 'call',
        id: `call-${now}`,
        name: 'find_slot',
        args: { guests: 4, time: 'eight' },
      } as const
      this.#plan = [{ at: now + 200, action: call }]
    } else this.#say(answers[phase], now)
  }

  /** Sends speech twice as fast as it is played, because real models are ahead of the sound that the user hears. */
  #say(text: string, now: number): void {
    const begin = now + 200
    const words = text.split(/(?<= )/)
    const length = words.length * secondsPerWord * 1_000
    this.#plan = [
      ...words.map((each, index) => ({
        at: begin + (index * secondsPerWord * 1_000) / 2,
        action: { type: 'say', text: each, audio: word } as const,
      })),
      { at: begin + length / 2, action: { type: 'generation-complete' } },
      { at: begin + length, action: { type: 'turn-complete' } },
      { at: begin + length, action: { type: 'handle', resumable: true } },
    ]
  }
}

/** Serves the scripted model on the loopback interface. */
export async function scriptedModel(): Promise<LiveServer> {
  const server = await serveLive(geminiLive)
  const scripts = new Map<ServedConnection, Script>()
  const timer = setInterval(() => {
    for (const connection of server.connections) {
      if (connection.closed) scripts.delete(connection)
      else {
        const script = scripts.get(connection) ?? new Script(connection)
        scripts.set(connection, script)
        script.advance(Date.now())
      }
    }
  }, 20)
  return {
    ...server,
    close() {
      clearInterval(timer)
      return server.close()
    },
  }
}
