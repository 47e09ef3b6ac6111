// State of a conversation on fake sockets: who writes it, and failures that do not affect it.
import { expect, test } from 'vitest'
import { begin, tick, until } from './fake-socket.ts'

test('a record that throws does not end the conversation', async () => {
  const { talk, reports } = await begin(
    {},
    {
      record: () => {
        throw new Error('disk full')
      },
    },
  )
  talk.set({ k: 1 })
  expect(talk.state.k).toBe(1)
  await until(() => expect(JSON.stringify(reports)).toContain('CX8008'))
})

test('keys of a turn are not those of the next conversation', async () => {
  const { talk, socket } = await begin()
  talk.set({ 'turn:topic': 'bill' })
  socket.receive({ serverContent: { outputTranscription: { text: 'Hi' } } })
  socket.receive({ serverContent: { turnComplete: true } })
  expect(talk.state).not.toHaveProperty('turn:topic')
  talk.stop()
  const next = await begin({}, { session: talk.session })
  expect(next.talk.state).not.toHaveProperty('turn:topic')
})

test('a text on entry that is no text does not end the conversation', async () => {
  const phases = [
    { name: 'a', transitions: [{ to: 'b', when: (s: object) => (s as { p?: number }).p === 1 }] },
    { name: 'b', onEnterContext: (async () => 'Hello') as never },
  ]
  const { talk } = await begin({ phases, initialPhase: 'a', steeringMode: 'context-injection' } as never)
  try {
    talk.set({ p: 1 })
  } catch {
    /* An error is allowed here. The check follows below. */
  }
  talk.set({ q: 2 })
  expect(talk.state.q).toBe(2)
})

test('facts of an older extraction do not replace newer ones', async () => {
  const done: ((value: unknown) => void)[] = []
  const { talk, socket } = await begin({
    extract: {
      keys: ['guests'],
      run: () =>
        new Promise(r => {
          done.push(r)
        }),
    },
  })
  for (let n = 0; n < 2; n++) {
    socket.receive({
      serverContent: { inputTranscription: { text: 'x' }, outputTranscription: { text: 'y' } },
    })
    socket.receive({ serverContent: { turnComplete: true } })
  }
  await until(() => expect(done).toHaveLength(2))
  done[1]!({ guests: 4 })
  await tick()
  done[0]!({ guests: 2 })
  await tick()
  expect(talk.state.guests).toBe(4)
})
