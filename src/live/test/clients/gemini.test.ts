import { Behavior, GoogleGenAI, type LiveServerMessage, Modality } from '@google/genai'
import { afterEach, expect, test } from 'vitest'
import { geminiLive, type LiveServer, serveLive } from '../../../testing/live/index.ts'

let server: LiveServer
afterEach(() => server.close())

/** Connects the official client. Returns the session, and the messages that it received. */
const connect = async (config: object = {}) => {
  const received: LiveServerMessage[] = []
  const closes: { code: number; reason: string }[] = []
  const waiting = new Set<() => void>()
  const notify = () => {
    for (const check of waiting) check()
  }
  const ai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.port}` } })
  const session = await ai.live.connect({
    model: 'gemini-live',
    config: { responseModalities: [Modality.AUDIO], outputAudioTranscription: {}, ...config },
    callbacks: {
      onmessage: message => {
        received.push(message)
        notify()
      },
      onclose: ({ code, reason }) => {
        closes.push({ code, reason })
        notify()
      },
    },
  })
  /** Resolves when a condition becomes true. The only time limit is the test's own. */
  const until = (condition: () => boolean) =>
    new Promise<void>(resolve => {
      const check = () => {
        if (!condition()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const message = async (found: (message: LiveServerMessage) => unknown) => {
    await until(() => received.some(found))
    return received.find(found)!
  }
  await message(m => m.setupComplete)
  return { session, received, closes, until, message, fake: server.connections.at(-1)! }
}

/** Resolves when the fake has consumed a number of frames. */
const consumed = async (fake: LiveServer['connections'][number], count: number) => {
  while (fake.received.length < count) await new Promise(resolve => setImmediate(resolve))
}

const tools = [
  { functionDeclarations: [{ name: 'book', description: 'Books a table', behavior: Behavior.BLOCKING }] },
]

test('the official client holds a whole conversation', async () => {
  server = await serveLive(geminiLive)
  const client = await connect({ systemInstruction: 'Be kind', tools, sessionResumption: {} })
  const { session, fake } = client
  expect(fake.path).toContain('BidiGenerateContent')
  expect(fake.view()).toMatchObject({ instruction: 'Be kind', tools: ['book'] })

  // Audio is sent in both directions.
  session.sendRealtimeInput({ audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=16000' } })
  await consumed(fake, 2)
  fake.act({ type: 'user-speech-start' })
  fake.act({ type: 'user-speech-stop', transcript: 'A table for two' })
  fake.act({ type: 'say', text: 'One moment', audio: 'AAAA' })
  const spoken = await client.message(m => m.serverContent?.modelTurn)
  expect(spoken.data).toBe('AAAA')
  expect(
    (await client.message(m => m.serverContent?.outputTranscription)).serverContent?.outputTranscription
      ?.text,
  ).toBe('One moment')

  // The model calls a tool and gets the result.
  fake.act({ type: 'call', id: 'c1', name: 'book', args: { seats: 2 } })
  const { toolCall } = await client.message(m => m.toolCall)
  expect(toolCall?.functionCalls).toEqual([{ id: 'c1', name: 'book', args: { seats: 2 } }])
  session.sendToolResponse({ functionResponses: [{ id: 'c1', name: 'book', response: { ok: true } }] })
  await consumed(fake, 3)
  expect(fake.view()).toMatchObject({ openCalls: [], answering: true })

  // The instruction changes while the model answers, and then the user interrupts.
  session.sendContextUpdate({ systemInstruction: 'Be brief', tools: { tools: [] } })
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'Wait' }] }], turnComplete: false })
  await client.message(m => m.serverContent?.interrupted)
  expect(fake.view()).toMatchObject({ instruction: 'Be brief', tools: [], answering: false })
  expect(fake.view().interruptions.map(i => i.by)).toEqual(['clientContent'])
  expect(fake.view().violations).toEqual([])

  // The server announces its end, and a handle restores the conversation.
  fake.act({ type: 'handle', resumable: true })
  const { sessionResumptionUpdate } = await client.message(m => m.sessionResumptionUpdate?.resumable)
  fake.act({ type: 'go-away', timeLeft: 60_000 })
  expect((await client.message(m => m.goAway)).goAway?.timeLeft).toBe('60s')
  fake.act({ type: 'drop' })
  await client.until(() => client.closes.length > 0)
  expect(client.closes[0]?.code).toBe(1006)
  const resumed = await connect({ sessionResumption: { handle: sessionResumptionUpdate!.newHandle! } })
  expect(resumed.fake.view().context).toEqual(fake.view().context)
  expect(resumed.fake.view().context.map(e => e.text)).toEqual([
    'A table for two',
    'One moment',
    '{"ok":true}',
    'Wait',
  ])
  expect(resumed.fake.view().instruction).toBeUndefined()
  resumed.session.close()
})

test('a frame that breaks a rule closes with 1007 and its reason', async () => {
  server = await serveLive(geminiLive, { binary: true })
  const client = await connect()
  client.session.sendClientContent({ turns: [{ role: 'system', parts: [{ text: 'x' }] }] })
  await client.until(() => client.closes.length > 0)
  expect(client.closes).toEqual([{ code: 1007, reason: expect.stringContaining('valid role: user, model') }])
})
