import { setTimeout as wait } from 'node:timers/promises'
import { opened } from './latency.ts'
import { type Spread, spreadOf } from './samples.ts'

/** Milliseconds that a piece of audio takes through a conversation. */
export interface AudioRow extends Spread {
  readonly way: string
  readonly about: string
}

/** Base64 of 100 ms: 16 kHz of the user, 24 kHz of the model, 16 bit. */
const spoken = Buffer.alloc(3_200, 7).toString('base64')
const heard = Buffer.alloc(4_800, 7).toString('base64')

const slow = 5_000

/** Sends audio both ways while an extraction and a tool take five seconds each. */
async function talked(model: string, about: string, more: object, isWaiting: boolean): Promise<AudioRow[]> {
  let running = 0
  const busy = async (): Promise<null> => {
    running++
    await wait(slow)
    running--
    return null
  }
  const extract = { keys: ['name'], run: busy }
  const { socket, talk } = await opened(model, 'context-injection', { extract, ...more }, busy)
  const isGemini = model.startsWith('gemini')
  let arrived: () => void = () => {}
  void (async () => {
    for await (const { type } of talk) if (type === 'audio') arrived()
  })()
  const receive = (...frames: object[]): void => {
    for (const frame of frames) socket.receive(frame)
  }
  const said = {
    serverContent: { inputTranscription: { text: 'At eight.' }, modelTurn: { parts: [{ text: 'Yes.' }] } },
  }
  const callOf = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }
  if (isGemini)
    receive(
      said,
      { serverContent: { turnComplete: true } },
      { toolCall: { functionCalls: [{ id: 'c', name: 'look', args: {} }] } },
    )
  else
    receive(
      { type: 'conversation.item.input_audio_transcription.completed', transcript: 'At eight.' },
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.done', response: { id: 'r' } },
      { type: 'response.created', response: { id: 's' } },
      { type: 'response.output_item.done', response_id: 's', item: callOf },
    )
  const frame = JSON.stringify(
    isGemini
      ? { serverContent: { modelTurn: { parts: [{ inlineData: { data: heard, mimeType: 'audio/pcm' } }] } } }
      : { type: 'response.output_audio.delta', delta: heard },
  )
  const [up, down]: [number[], number[]] = [[], []]
  const end = performance.now() + slow - 1_000
  for (let count = 0; performance.now() < end; count++) {
    // A change that must wait for the answer's end: the engine is asked about each piece of audio.
    if (isWaiting && count === 0) talk.set({ told: -1 })
    let began = 0
    let took = Number.NaN
    socket.onSend = () => {
      took = performance.now() - began
    }
    began = performance.now()
    talk.sendAudio(spoken)
    if (count > 100) up.push(took)
    await new Promise<void>(resolve => {
      arrived = resolve
      began = performance.now()
      socket.receiveText(frame)
    })
    if (count > 100) down.push(performance.now() - began)
    await wait(2)
  }
  if (running < 2) throw new Error('nothing ran meanwhile')
  talk.stop()
  return [
    { way: `${model}, user to socket`, about, ...spreadOf(up, 200) },
    { way: `${model}, socket to report`, about, ...spreadOf(down, 200) },
  ]
}

export async function audio(): Promise<AudioRow[]> {
  const rows: AudioRow[] = []
  for (const model of ['gemini-3.8-live', 'gpt-realtime']) {
    rows.push(...(await talked(model, 'immediate', {}, false)))
    const deferred = { contextDelivery: 'deferred', flushOn: 'any-send' }
    rows.push(...(await talked(model, 'deferred, any-send', deferred, true)))
  }
  return rows
}
