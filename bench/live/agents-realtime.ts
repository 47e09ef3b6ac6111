import { openaiRealtime, serveLive } from '../../src/testing/live/index.ts'
import { importPeer } from '../library/import-peer.ts'
import { base, changesIn, declarations, initial, instructionOf, turns } from './scenario.ts'
import type { Sent } from './sent.ts'

type State = Readonly<Record<string, unknown>>

const instructions = (state: State): string =>
  [
    base,
    instructionOf(state.stage as string),
    `Current context: mood=${JSON.stringify(state.mood)}, guests=${state.guests}`,
    'The guest is a regular: do not explain the house.',
    `The house is open on ${state.day} from 17:00 to 23:00.`,
  ].join('\n\n')

/**
 * Runs an hour of `@openai/agents-realtime` on loopback. Its instruction is a function of the state, which the session reads
 * only when the app calls `updateAgent`: on each change, or each turn.
 */
export async function agentsRealtime(every: number, isEachTurn: boolean): Promise<Sent[]> {
  const { RealtimeAgent, RealtimeSession, tool } = await importPeer('@openai/agents-realtime')
  const server = await serveLive(openaiRealtime)
  let state: State = initial
  const tools = declarations.map(each => {
    const parameters = { ...each.parameters, additionalProperties: false }
    return tool({ ...each, parameters, strict: true, execute: async () => 'Free.' })
  })
  const agent = new RealtimeAgent({ name: 'host', instructions: () => instructions(state), tools })
  const session = new RealtimeSession(agent, {
    transport: 'websocket',
    model: 'gpt-realtime',
    tracingDisabled: true,
  })
  session.on('error', (error: unknown) => {
    throw new Error(`@openai/agents-realtime: ${JSON.stringify(error)}`)
  })
  await session.connect({ apiKey: 'none', url: server.url })
  const arrived = () => server.connections[0]?.received ?? []
  const waitFor = async (count: number): Promise<void> => {
    while (arrived().length < count) await new Promise(resolve => setTimeout(resolve, 1))
  }
  await waitFor(1)
  await new Promise(resolve => setTimeout(resolve, 200))
  const sent: Sent[] = []
  for (let turn = 0; turn < turns; turn++) {
    const changes = changesIn(turn, every)
    state = { ...state, ...changes }
    const before = arrived().length
    if (isEachTurn || Object.keys(changes).length > 0) {
      await session.updateAgent(agent)
      await waitFor(before + 1)
    }
    sent.push({
      turn,
      frames: arrived()
        .slice(before)
        .map(frame => JSON.stringify(frame)),
    })
  }
  const [wrong] = server.connections[0]?.view().violations ?? []
  if (wrong !== undefined) throw new Error(`@openai/agents-realtime: ${JSON.stringify(wrong)}`)
  session.close()
  await server.close()
  return sent
}
