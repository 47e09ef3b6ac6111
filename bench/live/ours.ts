import { type SteeringMode, startLive } from '../../src/live/index.ts'
import { drive, geminiLive, type ModelAction, openaiRealtime } from '../../src/testing/live/index.ts'
import { BenchSocket, settled } from './bench-socket.ts'
import { changesIn, host, initial, turns } from './scenario.ts'
import type { Sent } from './sent.ts'

/** Whether a frame carries steering: no setup, no audio, no word of the user, no order to speak. */
function isSteering(frame: Record<string, unknown>): boolean {
  const { clientContent, contextUpdate, type } = frame as { clientContent?: { turns?: unknown[] } } & Record<
    string,
    unknown
  >
  if (contextUpdate !== undefined || clientContent?.turns !== undefined) return true
  return ['session.update', 'conversation.item.create', 'conversation.item.delete'].includes(type as string)
}

/** Runs an hour over the real codec, against the strict fake, and returns the frames of each turn. */
export async function ours(model: string, mode: SteeringMode, every: number): Promise<Sent[]> {
  const isGemini = model.startsWith('gemini')
  const server = drive(isGemini ? geminiLive : openaiRealtime)
  const sends = (outputs: readonly object[]) =>
    outputs.flatMap(each => ('send' in each ? [each.send as object] : []))
  const socket = new BenchSocket(frame => sends(server.receive(frame)))
  let frames: string[] = []
  socket.onSend = data => {
    if (isSteering(JSON.parse(data))) frames.push(data)
  }
  const act = (...actions: readonly ModelAction[]): void => {
    for (const action of actions) for (const frame of sends(server.act(action))) socket.receive(frame)
  }
  const talk = startLive(host(model, mode), { connect: () => socket, state: initial })
  await new Promise(resolve => setTimeout(resolve, 20))
  act({ type: 'open' })
  await settled()
  // The setup of OpenAI has the form of an update.
  if (!isGemini) frames = frames.slice(1)
  const sent: Sent[] = []
  for (let turn = 0; turn < turns; turn++) {
    act({ type: 'user-speech-start' }, { type: 'user-speech-stop', transcript: 'Well, at eight, I think.' })
    act({ type: 'start-answer' }, { type: 'say', text: 'Let me see.' })
    await settled()
    const changes = changesIn(turn, every)
    if (Object.keys(changes).length > 0) talk.set(changes)
    act({ type: 'generation-complete' }, { type: 'turn-complete' })
    await settled()
    sent.push({ turn, frames })
    frames = []
  }
  const { violations, interruptions } = server.view()
  const [wrong] = [...violations, ...interruptions.filter(({ by }) => by !== 'user-speech')]
  if (wrong !== undefined) throw new Error(`${model}, ${mode}: ${JSON.stringify(wrong)}`)
  talk.stop()
  return sent
}
