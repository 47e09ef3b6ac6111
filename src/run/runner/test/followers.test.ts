// A run is followed from another process, at any moment: with the stored events and the parts of unfinished answers.
import { expect, test } from 'vitest'
import { redact } from '../../../core/protect/index.ts'
import type { RunEvent, Runner } from '../../../run.ts'
import { inMemoryRelay, inMemoryStore, type Relay, type Store } from '../../store/index.ts'
import { emptyStore, ofOtherProcess } from './empty-store.ts'
import { door, halting, helper, key, recordingRelay, running } from './pains/setting.ts'

/** Follows a session, and collects the texts of its stream. */
function following(runner: Runner, from?: number) {
  const said: string[] = []
  const stream = runner.resume(key, from === undefined ? {} : { from })
  const collect = async (): Promise<void> => {
    for await (const each of stream) said.push(textOf(each))
  }
  return { said, end: collect(), outcome: stream.outcome }
}

function textOf(each: RunEvent): string {
  if (each.type === 'delta') return `+${each.text}`
  if (each.type !== 'event') return each.type
  const [part] = each.event.parts
  return part?.kind === 'text' ? `${each.event.author}: ${part.text}` : `(${each.event.author})`
}

/** Waits until a follower got a text. */
async function untilSaid(said: readonly string[], text: string): Promise<void> {
  while (!said.includes(text)) await new Promise(resolve => setTimeout(resolve, 2))
}

/** Lets everything happen that waits for nothing outside. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns++) await new Promise(resolve => setImmediate(resolve))
}

/** Returns a store without a relay of its own. */
const withoutRelay = (store: Store): Store => Object.create(store, { relay: { value: undefined } })

/** Returns a relay that delivers each message later, in order. */
function slowRelay(inner: Relay): Relay {
  return {
    publish: (of, message) => void setTimeout(() => inner.publish(of, message), 5),
    subscribe: (of, listener) => inner.subscribe(of, listener),
  }
}

test.each([
  ['the relay of the store', () => undefined],
  ['a slow relay', () => slowRelay(inMemoryRelay())],
])('followers in two processes get the parts of an answer over %s', async (_, make) => {
  const store = emptyStore({ listen: true })
  const relay = make()
  const { wait, arrived, open } = door()
  const sharing = { pollInterval: 10, ...(relay && { relay }) }
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const others = [1, 2].map(() => running(helper(), [], { sharing }, ofOtherProcess(store)))
  const first = one.run('Go')
  await arrived
  const followed = others.map(({ runner }) => following(runner, 0))
  for (const { said } of followed) await untilSaid(said, '+Half')
  open()
  await first
  for (const { said, end, outcome } of followed) {
    await end
    // The stored event may overtake the last part.
    const isSlow = relay !== undefined || process.env.POSTGRES_URL !== undefined
    const parts = isSlow ? ['+Half'] : ['+Half', '+ done.']
    const shown = isSlow ? said.filter(text => text !== '+ done.') : said
    expect(shown).toEqual(['user: Go', ...parts, 'helper: Half done.', '(developer)'])
    expect((await outcome).text).toBe('Half done.')
  }
  await Promise.all([one, ...others].map(({ runner }) => runner.stop()))
})

test('a follower without a relay gets the stored events', async () => {
  const inner = emptyStore()
  const store = withoutRelay(inner)
  const { wait, arrived, open } = door()
  const sharing = { pollInterval: 5 }
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const other = running(helper(), [], { sharing }, withoutRelay(ofOtherProcess(inner)))
  const first = one.run('Go')
  await arrived
  const { said, end } = following(other.runner, 0)
  await untilSaid(said, 'user: Go')
  open()
  await Promise.all([first, end])
  expect(said).toEqual(['user: Go', 'helper: Half done.', '(developer)'])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a follower takes over the run of a process that stops, and retracts the parts of its answer', async () => {
  const store = emptyStore({ listen: true })
  const { wait, arrived } = door()
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.') }, store)
  const other = running(helper(), ['Whole.'], {}, ofOtherProcess(store))
  one.run('Go').catch(() => {})
  await arrived
  const { said, end } = following(other.runner, 0)
  await untilSaid(said, '+Half')
  await one.runner.stop()
  await end
  expect(said).toEqual(['user: Go', '+Half', 'retracted', '+Whole.', 'helper: Whole.', '(developer)'])
  await other.runner.stop()
})

test('the parts of protected answers that other processes get have no protected values', async () => {
  const store = inMemoryStore()
  const { relay, messages } = recordingRelay()
  const { wait, arrived, open } = door()
  const options = { compile: { protect: [redact({ pii: ['email'] })] }, sharing: { relay } }
  const models = () => halting('Write to ada@example.org', { wait }, ' today.')
  const one = running(helper(), [], { models, ...options }, store)
  const other = running(helper(), [], options, store)
  const first = one.run('Go')
  await arrived
  const { end } = following(other.runner)
  await settle()
  open()
  await Promise.all([first, end])
  expect(JSON.stringify(messages)).toContain('today.')
  expect(JSON.stringify(messages)).not.toContain('ada@example.org')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a run sends its parts only while another process follows it', async () => {
  const store = inMemoryStore()
  const [{ wait, arrived, open }, second] = [door(), door()]
  const { relay, messages } = recordingRelay()
  const takeSent = (): readonly string[] =>
    (messages.splice(0) as { type: string; from: string }[]).map(({ type, from }) => `${from} ${type}`)
  const sharing = (holder: string) => ({ sharing: { holder, relay, pollInterval: 5 } })
  const gates = [{ wait: async () => {} }, { wait }, second]
  const models = () => halting('Half', gates.shift() as typeof second, ' done.')
  const one = running(helper(), [], { models, ...sharing('one') }, store)
  const other = running(helper(), [], sharing('other'), store)
  await one.run('Alone')
  // The message was appended before the process ran the session.
  expect(takeSent()).toEqual(['one appended', 'one began'])
  const first = one.run('Go')
  await arrived
  // A process that only sends a message follows nothing.
  await other.runner.send(key, 'And hurry.')
  await settle()
  expect(takeSent()).toEqual(['one appended', 'one began', 'other appended'])
  const { end } = following(other.runner)
  await settle()
  expect(takeSent()).toEqual(['other joined', 'one reports'])
  open()
  second.open()
  await Promise.all([first, end])
  await settle()
  // The follower may leave before the session is released.
  const rest = new Set(takeSent().filter(message => message !== 'one released'))
  expect([...rest].sort()).toEqual(['one appended', 'one reports', 'other left'])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a follower follows the run of the next process too, and gets the parts of its answer', async () => {
  const store = inMemoryStore()
  const [gate, next] = [door(), door()]
  const sharing = { pollInterval: 5 }
  const one = running(helper(), [], { models: () => halting('Half', gate, ' done.'), sharing }, store)
  const two = running(helper(), [], { models: () => halting('New', next, ' one.'), sharing }, store)
  const three = running(helper(), [], { models: () => halting('New', next, ' one.'), sharing }, store)
  one.run('Go').catch(() => {})
  await gate.arrived
  const followed = [two, three].map(({ runner }) => following(runner))
  await settle()
  await one.runner.stop()
  await next.arrived
  await settle()
  next.open()
  for (const { said, end } of followed) {
    await end
    const shown = said.filter(text => text !== '+ one.')
    expect(shown).toEqual(['+Half', 'retracted', '+New', 'helper: New one.', '(developer)'])
  }
  await Promise.all([two, three].map(({ runner }) => runner.stop()))
})

test('a relay that rejects, throws or delivers nonsense disturbs no run', async () => {
  const store = inMemoryStore()
  let listener: (message: never) => void = () => {}
  const relay = {
    publish: async () => Promise.reject(new Error('redis is down')),
    subscribe: (_: unknown, given: typeof listener) => {
      listener = given
      return () => Promise.reject(new Error('redis is down'))
    },
  }
  const { wait, arrived, open } = door()
  const sharing = { relay, pollInterval: 5 }
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const other = running(helper(), [], { sharing }, store)
  const first = one.run('Go')
  await arrived
  const { end, outcome } = following(other.runner)
  await settle()
  let senders = 0
  const types = ['reports', 'appended', 'released', 'joined', 'left', 'began', 'unknown', null]
  for (const type of types)
    for (const more of [{}, { reports: [null], isSoFar: true, after: 0 }, { reports: 1, after: 'x' }])
      listener({ type, from: `sender ${senders++}`, ...more } as never)
  for (const message of [null, 1, [], 'text', {}]) listener(message as never)
  open()
  await Promise.all([first, end])
  expect((await outcome).text).toBe('Half done.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})
