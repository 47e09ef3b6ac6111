import { setTimeout as wait } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { createSession, tool } from '../../src/index.ts'
import { type LiveConversation, live, startLive } from '../../src/live/index.ts'
import { collectAll } from '../measure/collect.ts'
import { BenchSocket, confirming, settled } from './bench-socket.ts'
import { largeOptions, type Size, valuesOf } from './large.ts'

/** Memory of a conversation after some turns. */
export interface MemoryRow {
  readonly model: string
  readonly turns: number
  /** Characters of the engine's state as JSON, and the same with all numbers of one digit. */
  readonly state: number
  readonly plain: number
  /** Kilobytes that are free once the conversation is gone: the session first, then the rest. */
  readonly driver: number
  readonly session: number
  readonly events: number
  /** Entries of the driver's own collections that are not empty, by name. */
  readonly kept: Readonly<Record<string, number>>
  /** Reports of a turn that wait for a reader, if there is none. */
  readonly unread: number
}

/** Fields of the driver that are looked at: they are private. */
interface Inside {
  readonly current: object
  readonly timers: { readonly running: ReadonlyMap<string, unknown> }
  readonly tools: { readonly running: ReadonlyMap<string, unknown> }
  readonly queue: readonly unknown[]
  readonly audio: { readonly waiting: readonly unknown[]; readonly written: readonly unknown[] }
  readonly reports: { readonly queue: readonly unknown[] }
  readonly line: { readonly codec: object; readonly sockets: ReadonlySet<unknown> }
}

const size: Size = { phases: 50, modifiers: 20, keys: 10 }
const cut = 1_000

/** Frames of the server in one turn. */
function turnOf(isGemini: boolean, turn: number): object[] {
  const isCalled = turn % 10 === 5
  if (isGemini)
    return [
      { serverContent: { inputTranscription: { text: `At ${turn % 12}.` } } },
      { serverContent: { modelTurn: { parts: [{ text: 'Let me see.' }] } } },
      ...(isCalled
        ? [{ toolCall: { functionCalls: [{ id: `c${turn}`, name: 'look', args: { turn } }] } }]
        : []),
    ]
  const item = {
    type: 'function_call',
    call_id: `c${turn}`,
    name: 'look',
    arguments: JSON.stringify({ turn }),
  }
  return [
    { type: 'input_audio_buffer.speech_started' },
    { type: 'input_audio_buffer.speech_stopped' },
    { type: 'conversation.item.input_audio_transcription.completed', transcript: `At ${turn % 12}.` },
    { type: 'response.created', response: { id: `r${turn}` } },
    { type: 'response.output_audio_transcript.delta', response_id: `r${turn}`, delta: 'Let me see.' },
    ...(isCalled ? [{ type: 'response.output_item.done', response_id: `r${turn}`, item }] : []),
  ]
}

const endOf = (isGemini: boolean, turn: number): object =>
  isGemini
    ? { serverContent: { turnComplete: true } }
    : { type: 'response.done', response: { id: `r${turn}` } }

/** Runs some turns: calls, changes of keys and phases, extractions, and a lost connection now and then. */
async function talked(model: string, turns: number, isRead: boolean): Promise<{ talk: LiveConversation }> {
  const isGemini = model.startsWith('gemini')
  const sockets: BenchSocket[] = []
  const agent = live({
    ...largeOptions(model, 'context-injection', size),
    extract: { keys: ['name'], run: said => ({ name: said.at(-1)?.text ?? null }) },
    tools: ['look', 'later', 'book'].map(name =>
      tool({ name, parameters: { type: 'object' }, execute: (input: unknown) => ({ free: true, input }) }),
    ),
  })
  const connect = () => {
    const socket = new BenchSocket(confirming)
    sockets.splice(0, sockets.length, socket)
    return socket
  }
  const talk = startLive(agent, { connect, state: valuesOf(size) })
  if (isRead) void drained(talk)
  await wait(20)
  for (let turn = 1; turn <= turns; turn++) {
    const [socket] = sockets
    for (const frame of turnOf(isGemini, turn)) socket?.receive(frame)
    if (turn % 3 === 0) talk.set({ told: turn % 7 })
    if (turn % 20 === 0) talk.set({ stage: (turn / 20) % size.phases })
    socket?.receive(endOf(isGemini, turn))
    await settled()
    if (turn % cut !== 0) continue
    const closed = socket?.onclose as ((event: object) => void) | null
    if (socket !== undefined) socket.readyState = 3
    closed?.({ code: 1006, reason: 'cut' })
    await wait(300)
    await settled()
  }
  return { talk }
}

/** Kilobytes of objects on the heap, without compiled code. */
const heap = (): number => {
  for (let round = 0; round < 3; round++) collectAll()
  const isCode = (name: string): boolean => name.includes('code') || name.includes('trusted')
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => !isCode(space_name))
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0) / 1_024
}

const sizesOf = (inside: Inside): Record<string, number> => {
  const { timers, tools, queue, audio, reports, line } = inside
  const counts = {
    ...{ timers: timers.running.size, tools: tools.running.size, queue: queue.length },
    ...{ audio: audio.waiting.length, sent: audio.written.length, sockets: line.sockets.size },
    unread: reports.queue.length,
    ...Object.fromEntries(
      Object.entries(line.codec).flatMap(([name, value]) =>
        value instanceof Map
          ? [[`codec.${name}`, value.size]]
          : Array.isArray(value)
            ? [[`codec.${name}`, value.length]]
            : [],
      ),
    ),
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** Measures a conversation: with its session, and with an empty one in its place. */
async function measured(model: string, turns: number): Promise<MemoryRow> {
  // This one loads and compiles what all use.
  const { talk: first } = await talked(model, 1_100, true)
  first.stop()
  const { talk: deaf } = await talked(model, 100, false)
  const { unread = 0 } = sizesOf(deaf as unknown as Inside)
  deaf.stop()
  await drained(deaf)
  const held: { talk: LiveConversation | null } = { talk: (await talked(model, turns, true)).talk }
  const row = lookedAt(held.talk as LiveConversation)
  const whole = heap()
  Object.assign(held.talk as object, { log: createSession() })
  const rest = heap()
  held.talk?.stop()
  held.talk = null
  await wait(100)
  return { model, turns, ...row, driver: rest - heap(), session: whole - rest, unread: unread / 100 }
}

function lookedAt(talk: LiveConversation) {
  const inside = talk as unknown as Inside
  const json = JSON.stringify(inside.current)
  const plain = json.replace(/\d+/g, '0').length
  return { state: json.length, plain, events: talk.session.events.length, kept: sizesOf(inside) }
}

async function drained(talk: LiveConversation): Promise<void> {
  for await (const report of talk) void report
}

const [, , model = 'gemini-3.8-live', turns = '100'] = process.argv
console.log(JSON.stringify(await measured(model, Number(turns))))
process.exit()
