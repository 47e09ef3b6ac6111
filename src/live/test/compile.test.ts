// The request for a live agent to a model of another API. Texts that change with the state follow the history.
import { describe, expect, test } from 'vitest'
import { trustsIn } from '../../../test/context/trusts-in.ts'
import { check, flow } from '../../check.ts'
import { targetNames } from '../../core/ir/target-name.ts'
import { agent, compile, createSession, type Session } from '../../index.ts'
import { type LiveDeclaration, live, when, withContext, withState } from '../index.ts'

const host = (steeringMode: LiveDeclaration['steeringMode'], more: Partial<LiveDeclaration> = {}) =>
  live({
    ...{ name: 'host', model: 'gemini-3.8-live', instruction: 'You take reservations.', steeringMode },
    ...{ expects: ['guests', 'late', 'mood'], initialPhase: 'greeting' },
    modifiers: [
      withState(['guests', 'total']),
      when(state => state.late === true, 'Apologise. <context:1>'),
      withContext(state => (state.mood === undefined ? '' : `The guest is ${state.mood}.`)),
    ],
    derived: { total: state => Number(state.guests) * 2 },
    phases: [
      { name: 'greeting', instruction: 'Welcome the guest.', needs: ['guests'] },
      {
        ...{ name: 'booking', instruction: state => `Find a table for ${state.guests}.` },
        modifiers: [withState(['time'])],
      },
    ],
    ...more,
  })

const talk = createSession({ state: { guests: 2 } }).append(
  { author: 'user', text: 'Good evening.' },
  { author: 'host', text: 'Welcome!' },
  { author: 'user', text: 'A table, please.' },
)
const set = (session: Session, values: object, author = 'developer'): Session =>
  session.append({ author, parts: [], actions: { state: { set: values } } } as never)

const sent = async (program: ReturnType<typeof host>, session: Session) => {
  const { request, diagnostics } = await compile(program, session, { target: 'openai', model: 'gpt-5.4' })
  const { instructions, input } = request as { instructions: string; input: { content: string }[] }
  const texts = input.map(({ content }) => content)
  return {
    ...{ instructions, diagnostics, history: texts.filter(text => !text.startsWith('<context:')) },
    /** Name and text of each block. */
    blocks: texts.flatMap(text => {
      const [, from, words] = /^<context:\w+ from="(.*?)">\n([\s\S]*)\n<\/context:\w+>$/.exec(text) ?? []
      return from === undefined ? [] : [`${from}: ${words}`]
    }),
  }
}

describe.each(['context-injection', 'hybrid'] as const)('%s', mode => {
  test.each(targetNames)('%s: every byte before the blocks stays while a value changes', async target => {
    const requests = await Promise.all(
      [{ guests: 2 }, { guests: 5 }, { guests: 5, late: true }, { guests: null, mood: 'glad' }].map(
        async values => {
          const { request } = await compile(host(mode), set(talk, values), { target, budget: 8_000 })
          return typeof request === 'string' ? request : JSON.stringify(request)
        },
      ),
    )
    expect(new Set(requests).size).toBe(4)
    const prefixes = requests.map(text => text.slice(0, text.indexOf('<context:')))
    expect(new Set(prefixes).size).toBe(1)
    expect(prefixes[0]).toContain('A table, please.')
  })

  test('modifiers are blocks with their ids, those of the phase after those of the agent', async () => {
    const session = set(talk, { late: true, mood: 'glad', time: '8', 'session:phase': 'booking' })
    const { blocks, instructions, history, diagnostics } = await sent(host(mode), session)
    expect(blocks.filter(block => !block.startsWith('phase:'))).toEqual([
      'default/0: Current context: guests=2, total=4',
      'default/1: Apologise. <context:1>',
      'default/2: The guest is glad.',
      'phase/booking/0: Current context: time="8"',
    ])
    expect(instructions).not.toContain('Current context')
    expect(history).toEqual(['Good evening.', 'Welcome!', 'A table, please.'])
    expect(diagnostics).toEqual([])
  })

  test('a modifier that is off is no block', async () => {
    const { blocks } = await sent(host(mode), talk)
    expect(blocks.filter(block => !block.startsWith('phase:'))).toEqual([
      'default/0: Current context: guests=2, total=4',
    ])
  })

  test("text with values has their lowest trust, and the text of a condition is the developer's", () => {
    const own = host(mode, { phases: [], initialPhase: undefined as never })
    const trusts = (values: object) => trustsIn(own.context ?? [], set(talk, values, 'tool'))
    expect(trusts({ late: true, mood: 'glad' })).toEqual(['developer', 'developer', 'tool'])
    // `derived:total` is computed from the key `guests`.
    expect(trusts({ guests: 3 })).toEqual(['tool', 'developer'])
  })

  test('functions that throw are reported, and the other blocks are sent', async () => {
    const thrower = () => {
      throw new Error('broken')
    }
    const modifiers = [withContext(thrower), when(thrower, 'x'), withState(['guests'])]
    const { blocks, diagnostics } = await sent(host(mode, { modifiers }), talk)
    expect(blocks.at(-1)).toBe('default/2: Current context: guests=2')
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX2005', 'CX2004'])
  })

  test('navigation is a block of the phase', async () => {
    const { blocks } = await sent(host(mode, { navigation: true }), set(talk, { guests: null }))
    expect(blocks.at(-1)).toBe(
      'navigation: Current phase: greeting.\nStill to find out: guests.\nThis is the last phase.',
    )
  })

  test('flow names the blocks, and check finds nothing wrong with them', () => {
    expect(flow(host(mode)).text).toContain("'default/0', 'default/1', 'default/2', 'phase/booking/0'")
    expect(check(host(mode)).diagnostics.filter(({ level }) => level === 'error')).toEqual([])
  })
})

test('the phase is in the instruction in hybrid, and a block in context-injection', async () => {
  const booking = set(talk, { 'session:phase': 'booking' })
  const injected = await sent(host('context-injection'), booking)
  expect(injected.instructions).toBe('You are host.\n\nYou take reservations.')
  expect(injected.blocks[0]).toBe('phase: Find a table for 2.')
  const hybrid = await sent(host('hybrid'), booking)
  expect(hybrid.instructions).toBe('You are host.\n\nYou take reservations.\n\nFind a table for 2.')
})

test('context-injection keeps the beginning of the request when the phase changes', async () => {
  const [before, after] = await Promise.all(
    [talk, set(talk, { 'session:phase': 'booking' })].map(session =>
      sent(host('context-injection'), session),
    ),
  )
  expect(after).toMatchObject({ instructions: before?.instructions, history: before?.history })
})

test('instruction-update keeps everything in the instruction, as that mode asks', async () => {
  const { instructions, blocks } = await sent(host('instruction-update'), talk)
  expect(instructions).toContain('Welcome the guest.')
  expect(instructions).toContain('Current context: guests=2, total=4')
  expect(blocks).toEqual([])
})

test('an instruction is reported for the untrusted values that it holds, not for those of blocks', async () => {
  const session = set(talk, { guests: 3 }, 'tool')
  const codes = async (mode: LiveDeclaration['steeringMode']) =>
    (await sent(host(mode), session)).diagnostics.map(({ code }) => code)
  expect(await codes('instruction-update')).toEqual(['CX6002'])
  expect(await codes('hybrid')).toEqual([])
})

test('the history is that of an agent without a context', async () => {
  const others = talk.append({ author: 'helper', text: 'Table 4 is free.' })
  const plain = agent({ name: 'host', instruction: 'You take reservations.' })
  const { history } = await sent(host('context-injection'), others)
  expect(history).toEqual((await sent(plain as never, others)).history)
})

test('compile falls back to the first phase as startLive does', async () => {
  const phases = [{ name: 'a', instruction: 'Do a.' }]
  const agent = live({ name: 'host', model: 'gpt-5.4', instruction: 'Help.', phases, initialPhase: 'a' })
  const session = createSession({ state: { 'session:phase': 'renamed' } }).append({
    author: 'user',
    text: 'Hi',
  })
  const { request } = await compile(agent, session, { target: 'openai', budget: 4_000 })
  expect(JSON.stringify(request)).toContain('Do a.')
})
