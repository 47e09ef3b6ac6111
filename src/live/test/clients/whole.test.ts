// Whole conversations of a live agent over the official clients, with strict fakes on loopback.
import { afterEach, describe, expect, test } from 'vitest'
import { tool } from '../../../index.ts'
import { type LiveServer, type ModelAction, serveLive } from '../../../testing/live/index.ts'
import { type LiveReport, live, startLive, when, withState } from '../../index.ts'
import { certificate } from './certificate.ts'
import { type Client, clients } from './clients.ts'
import { until } from './until.ts'

const tls = certificate()

let end: (() => Promise<void>) | undefined
afterEach(async () => {
  await end?.()
  end = undefined
})

/** Returns the name of the tool. For GPT-Live it is fixed, because the model can only delegate to its client. */
const toolOf = ({ model }: Client) => (model === 'gpt-live-1' ? 'delegation' : 'find_slot')

const hostOf = (client: Client, steeringMode: 'hybrid' | 'context-injection') => {
  const find = tool({
    name: toolOf(client),
    parameters: { type: 'object', properties: {} },
    execute: (_, context) => {
      ;(context as { state: { set(key: string, value: string): void } }).state.set('slot', 'eight')
      return 'A table is free at eight.'
    },
  })
  return live({
    ...{ name: 'host', model: client.model, steeringMode, tools: [find] },
    instruction: 'You are a helpful restaurant reservation assistant.',
    modifiers: [withState(['guests', 'slot']), when(state => state.urgent === true, 'Handle with urgency.')],
    phases: [
      {
        ...{ name: 'greeting', instruction: 'Welcome the guest and ask how you can help.', tools: [] },
        transitions: [{ to: 'booking', when: state => state.guests !== undefined }],
      },
      {
        ...{ name: 'booking', instruction: 'Help the guest find an available time slot.' },
        transitions: [{ to: 'goodbye', when: state => state.slot !== undefined }],
      },
      { name: 'goodbye', instruction: 'Confirm the table and say goodbye.', terminal: true },
    ],
    initialPhase: 'greeting',
  })
}

const start = async (client: Client, mode: 'hybrid' | 'context-injection') => {
  const server: LiveServer = await serveLive(client.fake, client.needsTls ? { tls: tls! } : {})
  const talk = startLive(hostOf(client, mode), {
    connect: client.connect(server, tls),
    ...(client.setup && { setup: client.setup }),
  })
  const reports: LiveReport[] = []
  const read = (async () => {
    for await (const report of talk) reports.push(report)
  })()
  end = async () => {
    talk.stop()
    await read
    await server.close()
  }
  const newest = () => server.connections.at(-1)!
  const held = () => {
    if (server.connections.length === 0) return ''
    const { instruction, context } = newest().view()
    // Context inside a result is encoded as JSON.
    return [instruction, ...context.map(({ text }) => text)].join('\n').replaceAll('\\"', '"')
  }
  const frames = () => (server.connections.at(-1)?.received ?? []).map(frame => JSON.stringify(frame))
  let sent = 0
  /** Sends audio of the user. Resolves when the model has it, so that everything sent before has arrived too. */
  const speak = async (pieces = 1) => {
    const data = Array.from({ length: pieces }, () => Buffer.from([0, sent++]).toString('base64'))
    for (const piece of data) talk.sendAudio(piece)
    await until(() => frames().some(frame => frame.includes(`"${data.at(-1)}"`)))
    const found = frames().flatMap(frame => data.filter(piece => frame.includes(`"${piece}"`)))
    expect(found).toEqual(data)
  }
  const act = (...actions: (ModelAction | 'turn-complete' | 'user-speech-start')[]) => {
    for (const action of actions)
      server.act(typeof action === 'string' ? ({ type: action } as ModelAction) : action)
  }
  const heard = (transcript: string): ModelAction => ({ type: 'user-speech-stop', transcript })
  const say = (text: string, audio = 'AQIDBA=='): ModelAction => ({ type: 'say', text, audio })
  const reported = (found: (report: LiveReport) => boolean) => until(() => reports.some(found))
  const said = (text: string) => reported(report => report.type === 'said' && report.text.trim() === text)
  return { server, talk, reports, newest, held, frames, speak, act, heard, say, reported, said }
}

const modes = ['hybrid', 'context-injection'] as const
const runs = clients.flatMap(client => modes.map(mode => [client.name, mode, client] as const))

describe.each(runs)('%s, %s', (_, mode, client) => {
  const hasTurns = client.model !== 'gpt-live-1'
  const isGemini = client.model.startsWith('gemini')
  // OpenAI Realtime accepts context while the model speaks, without an interruption.
  const waits = isGemini || (hasTurns && mode === 'hybrid')

  test.skipIf(client.needsTls && tls === undefined)(
    'the model holds each phase in time, and is never cut off by us',
    async () => {
      const { server, talk, reports, newest, held, frames, speak, act, heard, say, reported, said } =
        await start(client, mode)
      // Audio is sent in both directions.
      await speak(20)
      await until(() => held().includes('Welcome the guest'))
      expect(newest().view().tools).toEqual([])
      act('user-speech-start')
      await speak(5)
      act(heard('A table, please.'), say('Welcome!', 'BQYHCA=='), say(' How many guests?'), 'turn-complete')
      await reported(report => report.type === 'audio' && report.data === 'BQYHCA==')
      if (hasTurns) {
        await said('A table, please.')
        await said('Welcome! How many guests?')
      }

      // The phase changes while the model speaks.
      act(say('We have a large', 'CQoLDA=='))
      await reported(report => report.type === 'audio' && report.data === 'CQoLDA==')
      talk.set({ guests: 4, urgent: true })
      expect(talk.phase).toBe('booking')
      await speak()
      if (waits) expect(held()).not.toContain('available time slot')
      act(say(' garden.'), 'turn-complete')
      await until(() => held().includes('available time slot') && held().includes('guests=4'))
      await until(() => held().includes('Handle with urgency.'))
      expect(newest().view().interruptions).toEqual([])

      // The user interrupts the model.
      act(say('The garden has'))
      if (hasTurns) {
        act('user-speech-start')
        await reported(report => report.type === 'interrupted')
      } else act('user-speech-start', { type: 'interrupt' })
      await speak(3)
      act(heard('At eight?'))

      // A result changes the phase. The model gets the change before the result, or inside it.
      act({ type: 'call', id: 'c1', name: toolOf(client), args: {} })
      if (hasTurns && !isGemini) act('turn-complete')
      await reported(report => report.type === 'answered')
      await speak()
      await until(() => newest().view().openCalls.length === 0)
      expect(talk.phase).toBe('goodbye')
      const phaseAt = frames().findIndex(frame => frame.includes('say goodbye'))
      const resultAt = frames().findIndex(frame => frame.includes('A table is free at eight.'))
      expect(phaseAt).toBeGreaterThan(0)
      expect(phaseAt).toBeLessThanOrEqual(resultAt)
      if (hasTurns) await until(() => newest().view().answering)
      act(say('Eight it is. Goodbye!'), 'turn-complete')
      await until(() => held().includes('slot="eight"') && !newest().view().answering)
      await speak()

      // The connection changes. Gemini resumes the session by its handle; the others get everything again.
      const [first] = server.connections
      if (isGemini) {
        act({ type: 'handle', resumable: true }, { type: 'go-away', timeLeft: 60_000 })
        await until(() => server.connections.length === 2 && first!.closed)
      } else act({ type: 'drop' })
      const everything = [
        'You are a helpful restaurant reservation assistant.',
        ...['Confirm the table and say goodbye.', 'guests=4', 'slot="eight"', 'Handle with urgency.'],
      ]
      await until(() => server.connections.length === 2 && newest().received.length > 0)
      await speak()
      await until(() => everything.every(text => held().includes(text)))
      if (isGemini) {
        expect(frames()[0]).toContain('"sessionResumption":{"handle":"handle-1-1"}')
        expect(held()).toContain('A table is free at eight.')
        act({ type: 'handle', resumable: true }, { type: 'drop' })
        await until(() => server.connections.length === 3 && newest().received.length > 0)
        await speak()
        await until(() => everything.every(text => held().includes(text)))
      }
      // The handle's session includes the phases that were sent before. The newest one is valid.
      if (isGemini && mode === 'context-injection')
        expect(held().lastIndexOf('say goodbye')).toBeGreaterThan(held().lastIndexOf('available time slot'))
      else expect(held()).not.toContain('Welcome the guest')
      act(say('Anything else?'), 'turn-complete')
      await until(() => !newest().view().answering)

      expect(newest().view().tools).toEqual(hasTurns ? [toolOf(client)] : [])
      for (const connection of server.connections) {
        const { violations, interruptions } = connection.view()
        expect(violations).toEqual([])
        expect(interruptions.filter(({ by }) => by !== 'user-speech' && by !== 'model')).toEqual([])
      }
      expect(reports.flatMap(report => (report.type === 'phase' ? [report.to] : []))).toEqual([
        'greeting',
        'booking',
        'goodbye',
      ])
      talk.stop()
      await until(() => newest().closed)
    },
  )
})
