// A run is followed from another process, at any moment: with the stored events and the parts of unfinished answers.
import { expect, test } from 'vitest'
import { redact } from '../../../core/protect/index.ts'
import type { RunEvent, Runner } from '../../../run.ts'
import { inMemoryRelay, inMemoryStore, type Relay, type Store } from '../../store/index.ts'
import { door, halting, helper, key, running } from './pains/setting.ts'

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
  const store = inMemoryStore()
  const relay = make()
  const { wait, arrived, open } = door()
  const sharing = { pollInterval: 10, ...(relay && { relay }) }
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const others = [1, 2].map(() => running(helper(), [], { sharing }, store))
  const first = one.run('Go')
  await arrived
  const followed = others.map(({ runner }) => following(runner, 0))
  await new Promise(resolve => setTimeout(resolve, 60))
  open()
  await first
  for (const { said, end, outcome } of followed) {
    await end
    // The stored event may overtake the last part.
    const parts = relay === undefined ? ['+Half', '+ done.'] : ['+Half']
    const shown = relay === undefined ? said : said.filter(text => text !== '+ done.')
    expect(shown).toEqual(['user: Go', ...parts, 'helper: Half done.', '(developer)'])
    expect((await outcome).text).toBe('Half done.')
  }
  await Promise.all([one, ...others].map(({ runner }) => runner.stop()))
})

test('a follower without a relay gets the stored events', async () => {
  const store = withoutRelay(inMemoryStore())
  const { wait, arrived, open } = door()
  const sharing = { pollInterval: 5 }
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const other = running(helper(), [], { sharing }, store)
  const first = one.run('Go')
  await arrived
  const { said, end } = following(other.runner, 0)
  await settle()
  open()
  await Promise.all([first, end])
  expect(said).toEqual(['user: Go', 'helper: Half done.', '(developer)'])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a follower takes over the run of a process that stops, and retracts the parts of its answer', async () => {
  const store = inMemoryStore()
  const { wait, arrived } = door()
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.') }, store)
  const other = running(helper(), ['Whole.'], {}, store)
  one.run('Go').catch(() => {})
  await arrived
  const { said, end } = following(other.runner, 0)
  await settle()
  await one.runner.stop()
  await end
  expect(said).toEqual(['user: Go', '+Half', 'retracted', '+Whole.', 'helper: Whole.', '(developer)'])
  await other.runner.stop()
})

test('the parts of protected answers that other processes get have no protected values', async () => {
  const store = inMemoryStore()
  const messages: string[] = []
  const inner = inMemoryRelay()
  const relay: Relay = {
    publish: (of, message) => {
      messages.push(JSON.stringify(message))
      inner.publish(of, message)
    },
    subscribe: inner.subscribe,
  }
  const { wait, open } = door()
  const one = running(
    helper(),
    [],
    {
      models: () => halting('Write to ada@example.org', { wait }, ' today.'),
      compile: { protect: [redact({ pii: ['email'] })] },
      sharing: { relay },
    },
    store,
  )
  open()
  await one.run('Go')
  expect(messages.filter(message => message.includes('reports')).length).toBeGreaterThan(0)
  expect(messages.join()).not.toContain('ada@example.org')
  await one.runner.stop()
})
