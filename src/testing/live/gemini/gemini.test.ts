import { describe, expect, test } from 'vitest'
import { drive } from '../drive.ts'
import { silence } from '../frame.ts'
import { createMemory } from '../memory.ts'
import type { FakeOptions } from '../options.ts'
import { geminiLive } from './index.ts'

const functions = (...names: readonly string[]) => [
  {
    functionDeclarations: names.map(name => ({
      name,
      behavior: name.startsWith('slow') ? 'NON_BLOCKING' : 'BLOCKING',
    })),
  },
]
const setup = (more: object = {}) => ({
  setup: { model: 'models/m', tools: functions('f', 'slow'), ...more },
})
const open = (options: FakeOptions = {}, more: object = {}, memory = createMemory()) => {
  const live = drive(geminiLive, options, memory)
  expect(live.receive(setup(more))).toEqual([{ send: { setupComplete: {} } }])
  return live
}
const turn = (role: string | undefined, text: string) => ({
  ...(role === undefined ? {} : { role }),
  parts: [{ text }],
})
const content = (role: string | undefined, text: string, turnComplete = false) => ({
  clientContent: { turns: [turn(role, text)], turnComplete },
})
const code = (outputs: readonly object[]) => outputs.map(o => ('close' in o ? (o.close as any).code : o))
const reason = (outputs: readonly object[]) => (outputs[0] as any)?.close?.reason
const rules = (live: ReturnType<typeof open>) => live.view().violations.map(v => v.rule)
const interrupted = [
  { send: { serverContent: { interrupted: true } } },
  { send: { serverContent: { turnComplete: true, interactionStatus: 'IDLE' } } },
]
const response = (id: string, name: string, more: object = {}) => ({
  toolResponse: { functionResponses: [{ id, name, response: { ok: true }, ...more }] },
})

describe('frames', () => {
  test('setup comes first and once', () => {
    expect(code(drive(geminiLive).receive(content('user', 'x')))).toEqual([1007])
    const live = open()
    expect(code(live.receive(setup()))).toEqual([1007])
    expect(rules(live)).toEqual(['setup/once'])
    expect(live.receive(setup())).toEqual([])
  })
  test('an unknown field is named', () => {
    expect(reason(open().receive({ clientContents: {} }))).toContain('"clientContents"')
    expect(reason(open().receive({ realtimeInput: { txt: 'x' } }))).toContain(`"txt" at 'realtime_input'`)
    expect(reason(drive(geminiLive).receive(setup({ voice: 'x' })))).toContain('"voice"')
  })
  test('a frame holds one kind', () => {
    expect(code(open().receive({ ...content('user', 'x'), realtimeInput: { text: 'x' } }))).toEqual([1007])
    expect(code(open().receive({}))).toEqual([1007])
  })
  test('text frames are parsed', () => {
    expect(open().receive(JSON.stringify(content('user', 'x')))).toEqual([])
    expect(code(open().receive('{'))).toEqual([1007])
  })
})

describe('setup', () => {
  test('the instruction and the tools are kept', () => {
    const { instruction, tools } = open({}, { systemInstruction: { parts: [{ text: 'Be kind' }] } }).view()
    expect([instruction, tools]).toEqual(['Be kind', ['f', 'slow']])
  })
  test.each([
    [{ proactivity: { proactiveAudio: false } }],
    [{ generationConfig: { enableAffectiveDialog: true } }],
    [{ generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } } }],
    [{ generationConfig: { responseModalities: ['TEXT'] } }],
    [{ sessionResumption: { transparent: true } }],
    [{ tools: functions('f', 'f') }],
    [{ systemInstruction: 'text' }],
  ])('3.8 on the developer API refuses %j', more => {
    expect(code(drive(geminiLive).receive(setup(more)))).toEqual([1007])
  })
  test('3.1 refuses a null handle', () => {
    const more = { sessionResumption: { handle: null } }
    expect(code(drive(geminiLive, { generation: '3.1' }).receive(setup(more)))).toEqual([1007])
    open({}, more)
  })
})

describe('clientContent', () => {
  test.each(['2.5', '3.1', '3.8'] as const)('%s takes user and model, never system', generation => {
    const live = open({ generation })
    expect(live.receive(content('user', 'a'))).toEqual([])
    expect(live.receive(content('model', 'b'))).toEqual([])
    expect(live.view().context).toEqual([
      { role: 'user', text: 'a' },
      { role: 'model', text: 'b' },
    ])
    expect(code(live.receive(content('system', 'c')))).toEqual([1007])
  })
  test('a missing role is taken by 2.5 only, as system', () => {
    const old = open({ generation: '2.5' })
    expect(old.receive(content(undefined, 'a'))).toEqual([])
    expect(old.view().context).toEqual([{ role: 'system', text: 'a' }])
    for (const generation of ['3.1', '3.8'] as const)
      expect(code(open({ generation }).receive(content(undefined, 'a')))).toEqual([1007])
  })
  test('only turnComplete starts an answer', () => {
    const live = open()
    live.receive(content('user', 'a'))
    expect(live.view().answering).toBe(false)
    live.receive(content('user', 'b', true))
    expect(live.view().answering).toBe(true)
  })
  test('while the model answers it interrupts, and what was said stays', () => {
    const live = open()
    live.act({ type: 'say', text: 'I was' })
    expect(live.receive(content('user', 'a'), 7)).toEqual(interrupted)
    expect(live.view().interruptions).toEqual([{ by: 'clientContent', at: 7 }])
    expect(live.view().context.map(e => e.text)).toEqual(['I was', 'a'])
    expect(live.view().answering).toBe(false)
  })
  test('between generationComplete and turnComplete it interrupts too', () => {
    const live = open()
    live.act('start-answer')
    expect(live.act('generation-complete')).toEqual([
      { send: { serverContent: { generationComplete: true } } },
    ])
    expect(live.receive(content('user', 'a'))).toEqual(interrupted)
  })
  test('history is consumed without an answer', () => {
    const live = open({}, { historyConfig: { initialHistoryInClientContent: true } })
    live.receive(content('user', 'a', true))
    expect(live.view().answering).toBe(false)
    live.receive(content('user', 'b', true))
    expect(live.view().answering).toBe(true)
  })
  test('a model of initial content refuses it after the first answer', () => {
    const live = open({ clientContent: 'initial' })
    expect(live.receive(content('user', 'a', true))).toEqual([])
    live.act('turn-complete')
    expect(code(live.receive(content('user', 'b')))).toEqual([1007])
  })
  test('an unfinished turn can hold back answers to speech', () => {
    for (const waitsForTurn of [true, false]) {
      const live = open({ waitsForTurn })
      live.receive(content('user', 'a'))
      live.act('user-speech-start')
      live.act({ type: 'user-speech-stop', transcript: 'hi' })
      expect(live.view().answering).toBe(!waitsForTurn)
    }
  })
})

describe('contextUpdate', () => {
  const update = {
    contextUpdate: { systemInstruction: { parts: [{ text: 'New' }] }, tools: { tools: functions('g') } },
  }
  test('replaces instruction and tools, and interrupts nothing', () => {
    const live = open()
    live.act('start-answer')
    expect(live.receive(update)).toEqual([])
    expect(live.view()).toMatchObject({
      instruction: 'New',
      tools: ['g'],
      answering: true,
      interruptions: [],
    })
  })
  test('unset keeps, empty clears', () => {
    const live = open()
    live.receive({ contextUpdate: { systemInstruction: { parts: [{ text: 'New' }] } } })
    expect(live.view().tools).toEqual(['f', 'slow'])
    live.receive({ contextUpdate: { tools: { tools: [] } } })
    expect(live.view()).toMatchObject({ instruction: 'New', tools: [] })
  })
  test('a model without it closes', () => {
    const live = open({ contextUpdate: 'refuse' })
    expect(reason(live.receive(update))).toContain('"contextUpdate"')
  })
})

describe('realtimeInput', () => {
  test('media needs base64 of the right type', () => {
    const audio = (data: string, mimeType: string) => ({ realtimeInput: { audio: { data, mimeType } } })
    expect(open().receive(audio(silence, 'audio/pcm;rate=16000'))).toEqual([])
    expect(code(open().receive(audio('%', 'audio/pcm')))).toEqual([1007])
    expect(code(open().receive(audio(silence, 'image/png')))).toEqual([1007])
    expect(
      code(open().receive({ realtimeInput: { video: { data: 'AAAA', mimeType: 'audio/pcm' } } })),
    ).toEqual([1007])
  })
  test('text is user input: it interrupts and is answered', () => {
    const live = open()
    live.act({ type: 'say', text: 'So' })
    expect(live.receive({ realtimeInput: { text: 'Stop' } })).toEqual(interrupted)
    expect(live.view()).toMatchObject({ answering: true, interruptions: [{ by: 'realtimeInput.text' }] })
    expect(live.view().context.map(e => e.text)).toEqual(['So', 'Stop'])
  })
  test('activity is marked by the client only without detection', () => {
    const start = { realtimeInput: { activityStart: {} } }
    const end = { realtimeInput: { activityEnd: {} } }
    expect(code(open().receive(start))).toEqual([1007])
    const live = open({}, { realtimeInputConfig: { automaticActivityDetection: { disabled: true } } })
    live.act({ type: 'say', text: 'So' })
    expect(live.receive(start)).toEqual(interrupted)
    expect(live.view().userSpeaking).toBe(true)
    live.receive(end)
    expect(live.view()).toMatchObject({ userSpeaking: false, answering: true, violations: [] })
    live.receive(end)
    expect(rules(live)).toEqual(['realtime/activity-order'])
    live.receive({ realtimeInput: { audioStreamEnd: true } })
    expect(rules(live)).toContain('realtime/stream-end')
    expect(open().receive({ realtimeInput: { audioStreamEnd: true } })).toEqual([])
  })
  test('speech interrupts unless activityHandling forbids it', () => {
    const live = open({}, { inputAudioTranscription: {}, explicitVadSignal: true })
    live.act({ type: 'say', text: 'So' })
    expect(live.act('user-speech-start')).toEqual([
      { send: { voiceActivity: { voiceActivityType: 'ACTIVITY_START' } } },
      ...interrupted,
    ])
    expect(live.act({ type: 'user-speech-stop', transcript: 'No' })).toContainEqual({
      send: { serverContent: { inputTranscription: { text: 'No' } } },
    })
    const deaf = open({}, { realtimeInputConfig: { activityHandling: 'NO_INTERRUPTION' } })
    deaf.act('start-answer')
    expect(deaf.act('user-speech-start')).toEqual([])
    expect(deaf.view().answering).toBe(true)
  })
})

describe('calls', () => {
  test('a blocking call is open until it is answered, and the model goes on', () => {
    const live = open()
    expect(live.act({ type: 'call', id: 'c1', name: 'f', args: { a: 1 } })).toEqual([
      { send: { toolCall: { functionCalls: [{ id: 'c1', name: 'f', args: { a: 1 } }] } } },
    ])
    expect(live.view()).toMatchObject({ openCalls: ['c1'], answering: true })
    expect(live.receive(response('c1', 'f'))).toEqual([])
    expect(live.view()).toMatchObject({ openCalls: [], answering: true, violations: [] })
    expect(live.receive(response('c1', 'f'))).toEqual([])
    expect(rules(live)).toEqual(['tool/late'])
  })
  test('an id must be that of an open call, with its name', () => {
    expect(code(open().receive(response('c9', 'f')))).toEqual([1008])
    const live = open()
    live.act({ type: 'call', id: 'c1', name: 'f', args: {} })
    expect(code(live.receive(response('c1', 'g')))).toEqual([1007])
    const bare = { toolResponse: { functionResponses: [{ name: 'f', response: {} }] } }
    for (const platform of ['developer', 'vertex'] as const) {
      const live = open({ platform })
      live.act({ type: 'call', id: 'c1', name: 'f', args: {} })
      expect(code(live.receive(bare))).toEqual(platform === 'vertex' ? [] : [1007])
    }
  })
  test('new user input cancels a blocking call, not another', () => {
    const live = open()
    live.act({ type: 'call', id: 'c1', name: 'f', args: {} })
    live.act({ type: 'call', id: 'c2', name: 'slow', args: {} })
    expect(live.receive(content('user', 'a'))).toContainEqual({
      send: { toolCallCancellation: { ids: ['c1'] } },
    })
    expect(live.view().openCalls).toEqual(['c2'])
    live.receive(response('c1', 'f'))
    expect(rules(live)).toEqual(['tool/late'])
    expect(live.act({ type: 'cancel-calls', ids: ['c2', 'c7'] })).toEqual([
      { send: { toolCallCancellation: { ids: ['c2'] } } },
    ])
  })
  test('scheduling and willContinue are for functions that do not block', () => {
    const live = open()
    live.act({ type: 'call', id: 'c1', name: 'slow', args: {} })
    live.receive(response('c1', 'slow', { willContinue: true, scheduling: 'SILENT' }))
    expect(live.view()).toMatchObject({ openCalls: ['c1'], answering: false, violations: [] })
    live.act('start-answer')
    expect(live.receive(response('c1', 'slow', { scheduling: 'INTERRUPT' }))).toEqual(interrupted)
    expect(live.view()).toMatchObject({ openCalls: [], answering: true })
    live.act({ type: 'call', id: 'c2', name: 'f', args: {} })
    live.receive(response('c2', 'f', { scheduling: 'SILENT' }))
    expect(rules(live)).toEqual(['tool/scheduling'])
    const vertex = open({ platform: 'vertex' })
    vertex.act({ type: 'call', id: 'c1', name: 'slow', args: {} })
    expect(code(vertex.receive(response('c1', 'slow', { scheduling: 'SILENT' })))).toEqual([1007])
  })
})

describe('the life of a connection', () => {
  test('goAway comes before the end', () => {
    const live = open()
    expect(live.act('tick', 540_000)).toEqual([{ send: { goAway: { timeLeft: '60s' } } }])
    expect(live.act('tick', 550_000)).toEqual([])
    expect(code(live.act('tick', 600_000))).toEqual([1008])
    const early = open()
    expect(early.act({ type: 'go-away', timeLeft: 5000 })).toEqual([{ send: { goAway: { timeLeft: '5s' } } }])
    expect(code(early.receive(content('user', 'a'), 5000))).toEqual([1008])
  })
  test('a handle restores the conversation as far as it holds it', () => {
    const memory = createMemory()
    const live = open(
      { handleLag: 1 },
      { sessionResumption: {}, systemInstruction: turn('user', 'Old') },
      memory,
    )
    live.receive(content('user', 'a'))
    live.receive(content('user', 'b'))
    expect(live.act({ type: 'handle', resumable: true })).toEqual([
      { send: { sessionResumptionUpdate: { newHandle: 'handle-1-1', resumable: true } } },
    ])
    live.act('drop')
    const next = open({}, { sessionResumption: { handle: 'handle-1-1' } }, memory)
    expect(next.view()).toMatchObject({ context: [{ role: 'user', text: 'a' }], instruction: undefined })
    const lost = drive(geminiLive, {}, memory)
    expect(code(lost.receive(setup({ sessionResumption: { handle: 'handle-9' } })))).toEqual([1008])
  })
  test('no handle without resumption, none while a call is open', () => {
    expect(open().act({ type: 'handle', resumable: true })).toEqual([])
    const live = open({}, { sessionResumption: {} })
    live.act({ type: 'call', id: 'c1', name: 'f', args: {} })
    expect(live.act({ type: 'handle', resumable: true })).toEqual([
      { send: { sessionResumptionUpdate: { newHandle: '', resumable: false } } },
    ])
  })
  test('Vertex reports the last consumed frame', () => {
    const live = open({ platform: 'vertex', handleLag: 1 }, { sessionResumption: { transparent: true } })
    live.receive(content('user', 'a'))
    live.receive(content('user', 'b'))
    expect(live.act({ type: 'handle', resumable: true })).toMatchObject([
      { send: { sessionResumptionUpdate: { lastConsumedClientMessageIndex: '1' } } },
    ])
  })
  test('truncation is silent, an error closes, a drop has no close frame', () => {
    const live = open()
    live.receive(content('user', 'a'))
    live.receive(content('user', 'b'))
    expect(live.act({ type: 'drop-oldest', count: 1 })).toEqual([])
    expect(live.view().context).toEqual([{ role: 'user', text: 'b' }])
    expect(code(live.act({ type: 'error', code: 'internal' }))).toEqual([1011])
    expect(code(open().act('drop'))).toEqual([1006])
  })
  test('a turn may end while the model still works', () => {
    const live = open({}, { outputAudioTranscription: {} })
    expect(live.act({ type: 'say', text: 'One moment' })).toHaveLength(2)
    expect(live.act({ type: 'turn-complete', more: true })).toEqual([
      { send: { serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' } } },
    ])
    expect(live.view().answering).toBe(true)
    live.act('turn-complete')
    expect(live.view().answering).toBe(false)
    expect(open({ generation: '3.1' }).act('turn-complete')).toEqual([])
  })
  test('usage has the vendor fields', () => {
    expect(open().act({ type: 'usage', input: 3, output: 2, cached: 1 })).toEqual([
      {
        send: {
          usageMetadata: {
            promptTokenCount: 3,
            responseTokenCount: 2,
            totalTokenCount: 5,
            cachedContentTokenCount: 1,
          },
        },
      },
    ])
  })
})
