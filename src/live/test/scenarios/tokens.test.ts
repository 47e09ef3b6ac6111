// Truncation and resumption handles: scenarios 91 and 109 to 112, by number.
import { describe, expect, test } from 'vitest'
import { when, withState } from '../../steering/modifier.ts'
import { contextIn, gemini, gptLive, Line, openai } from './line.ts'

const vertex = 'gemini-3.8-live-vertex'
const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const
const usage = (total: number, written = 10) => ({ type: 'usage', total, written }) as const

describe.each([gemini, openai])('%s', model => {
  test('110 and 111: context that was dropped to make room is told again, once', () => {
    const line = new Line(model, injected, { k: 1 })
    line.send(usage(200), usage(5_000), usage(9_000))
    expect(contextIn(line.send(usage(3_000)))).toEqual({ 'default/0': 'Current context: k=1' })
    expect(line.notes()).toContain('CX8015')
    expect([...line.turn(), ...line.send(usage(3_100)), ...line.turn()]).toEqual([])
  })

  test('111: context that is newer than what was dropped is not told again', () => {
    const line = new Line(model, injected, { k: 1 })
    line.send(usage(200), usage(9_000))
    line.set({ k: 2 })
    expect(line.send(usage(6_000))).toEqual([])
  })

  test('a count that grows or stays says nothing', () => {
    const line = new Line(model, injected, { k: 1 })
    expect(line.send(usage(200), usage(200), usage(9_000), usage(90_000))).toEqual([])
  })

  test('another connection counts anew', () => {
    const line = new Line(model, injected, { k: 1 })
    line.send(usage(200), usage(9_000))
    line.reconnect()
    expect(line.send(usage(300), usage(400))).toEqual([])
  })
})

test('112: a compaction of GPT-Live keeps instructions, and drops values of the state', () => {
  const line = new Line(
    gptLive,
    {
      ...injected,
      modifiers: [withState(['k']), when(() => true, 'Be brief.')],
      phases: [{ name: 'a', instruction: 'Do a.' }],
      initialPhase: 'a',
    },
    { k: 1 },
  )
  line.send(usage(100_000), usage(900_000))
  expect(contextIn(line.send(usage(200_000)))).toEqual({ 'default/0': 'Current context: k=1' })
})

describe('91: a handle that says which messages it holds', () => {
  const frameOf = (line: Line, slot = 'default/0') => line.state.told[slot]?.frame ?? -1

  test('a resumed session is told nothing that it holds', () => {
    const line = new Line(vertex, injected, { k: 1 })
    line.send({ type: 'handle', id: 'h1', holds: frameOf(line) })
    expect(contextIn(line.reconnect())).toEqual({})
    // The session's next handle includes the message too, although no message was sent since.
    line.send({ type: 'handle', id: 'h2', holds: line.state.nextFrame - 1 })
    expect(contextIn(line.reconnect())).toEqual({})
  })

  test('it is told what came after the handle', () => {
    const line = new Line(vertex, injected, { k: 1 })
    line.send({ type: 'handle', id: 'h1', holds: frameOf(line) })
    line.set({ k: 2 })
    expect(contextIn(line.reconnect())).toEqual({ 'default/0': 'Current context: k=2' })
  })

  test('92: without that word it is told everything again', () => {
    const line = new Line(vertex, injected, { k: 1 })
    line.send({ type: 'handle', id: 'h1' })
    expect(contextIn(line.reconnect())).toEqual({ 'default/0': 'Current context: k=1' })
  })
})
