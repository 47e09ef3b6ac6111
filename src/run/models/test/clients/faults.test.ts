// Faults of networks and providers: a failed call is repeated or ends as data, and no answer is logged twice.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Provider, type Reply, startProvider } from './provider.ts'
import { running } from './running.ts'
import type { Said } from './said.ts'
import { type Wire, wires } from './wire/index.ts'

const said: Said = {
  reasoning: 'Hm.',
  text: 'It is sunny.',
  refusal: '',
  searched: false,
  calls: [],
  cuts: [4],
}

let provider: Provider | undefined
afterEach(() => provider?.close())

/** Runs an agent over a provider that sends the given replies, and then a whole answer. */
async function runOver(wire: Wire, replies: readonly Reply[], more: Parameters<typeof running>[2] = {}) {
  const left = [...replies]
  provider = await startProvider(() => left.shift() ?? { pieces: wire.pieces(said) })
  const session = running(wire, provider.url, more)
  const outcome = await session.run()
  const types = session.seen.map(({ type }) => type)
  return { ...session, outcome, types, calls: provider.received.length, answered: await session.answers() }
}

test.each(['cut', 'hang'] as const)(
  'an answer that is complete is taken, whose stream ends with: %s',
  async end => {
    const { outcome, calls, answered } = await runOver(wires.chat, [
      { pieces: wires.chat.pieces(said).slice(0, -1), end },
    ])
    expect(outcome).toMatchObject({ status: 'done', text: 'It is sunny.' })
    expect(calls).toBe(1)
    expect(answered).toHaveLength(1)
  },
)

test('a callback that throws is no failure of the model, which is called once', async () => {
  const callbacks = {
    afterModel() {
      throw new SyntaxError('no JSON')
    },
  }
  const { outcome, calls } = await runOver(wires.chat, [], { callbacks })
  expect(outcome.status).toBe('failed')
  expect(outcome.reason).toContain('no JSON')
  expect(calls).toBe(1)
})

test.each([Number.POSITIVE_INFINITY, 2 ** 31, 30 * 24 * 3_600_000])(
  'a deadline of %d ms is none',
  async whole => {
    const { outcome } = await runOver(wires.chat, [], { deadlines: { whole, first: whole, between: whole } })
    expect(outcome.status).toBe('done')
  },
)

test('the time to the first part is that of the attempt that succeeded', async () => {
  const seen: (number | null)[] = []
  let now = 0
  const observe = {
    modelCall: () => ({ end: ({ firstPart }: { firstPart: number | null }) => void seen.push(firstPart) }),
  }
  const pieces = wires.messages.pieces(said)
  const ends: number[] = []
  await runOver(wires.messages, [{ pieces: pieces.slice(0, 3), end: 'cut' }], {
    observe,
    now: () => ++now,
    callbacks: { afterModel: () => void ends.push(now) },
  })
  expect(seen).toHaveLength(1)
  expect(Number(ends[0]) - Number(seen[0])).toBeLessThan(3)
})

describe.each(Object.entries(wires))('%s', (_, wire) => {
  const whole = wire.pieces(said)
  /** Number of pieces at the start of a stream that show nothing. */
  const silent = { responses: 3, chat: 1, messages: 3, content: 0 }[_ as keyof typeof wires]

  test.each([
    ['429 with retry-after', wire.limited(0.03)],
    ['429', { status: 429, json: wire.error(429) }],
    ['408', { status: 408, json: wire.error(408) }],
    ['500', { status: 500, json: wire.error(500) }],
    ['503', { status: 503, json: wire.error(503) }],
    ['529', { status: 529, json: wire.error(529) }],
    ['a connection that is cut at once', { pieces: [], end: 'cut' }],
    ['a stream that is cut before anything is shown', { pieces: whole.slice(0, silent), end: 'cut' }],
    ['a stream that ends before anything is shown', { pieces: whole.slice(0, silent) }],
    ['half a JSON text', { pieces: [...whole.slice(0, silent), 'data: {"half": \n\n'] }],
    ['an error in the stream', { pieces: [...whole.slice(0, silent), wire.errorPiece] }],
  ] as readonly (readonly [string, Reply])[])('after %s the call is made again', async (name, reply) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { outcome, types, calls, answered, seen } = await runOver(wire, [reply])
    log.mockRestore()
    expect(outcome).toMatchObject({ status: 'done', text: said.text })
    expect(calls).toBe(2)
    expect(types.filter(type => type === 'retrying')).toHaveLength(1)
    expect(types).not.toContain('retracted')
    expect(answered).toHaveLength(1)
    const [{ delay }] = seen.filter(({ type }) => type === 'retrying') as unknown as [{ delay: number }]
    expect(delay).toBe(name.includes('retry-after') ? 31 : 1)
  })

  test('a silent provider is given up after the first deadline, and called again', async () => {
    const { outcome, calls, seen } = await runOver(wire, [{ pieces: [], end: 'hang' }], {
      deadlines: { first: 60 },
    })
    expect(outcome).toMatchObject({ status: 'done', text: said.text })
    expect(calls).toBe(2)
    expect(seen).toContainEqual(expect.objectContaining({ reason: 'the model gave no sign within 60 ms' }))
    await vi.waitFor(() => expect(provider?.left()).toBe(1))
  })

  test.each([
    ['falls silent', { end: 'hang' }, 'the stream gave no sign within 60 ms'],
    ['is cut', { end: 'cut' }, /./],
    ['ends early', { end: 'end' }, /ended before the answer was complete|no finish|stream/i],
  ] as const)(
    'a stream that %s after something was shown fails, and is taken back',
    async (__, end, reason) => {
      const shown = whole.slice(0, silent + 3)
      const { outcome, types, calls, answered } = await runOver(wire, [{ pieces: shown, ...end }], {
        deadlines: { between: 60 },
      })
      expect(types).toContain('delta')
      expect(types).toContain('retracted')
      expect(outcome.status).toBe('failed')
      expect(outcome.reason).toMatch(reason)
      expect(calls).toBe(1)
      expect(answered).toHaveLength(0)
    },
  )

  test('an answer that never ends is given up after the last deadline', async () => {
    const { outcome } = await runOver(wire, Array(3).fill({ pieces: whole.slice(0, silent), end: 'hang' }), {
      deadlines: { whole: 50 },
    })
    expect(outcome).toMatchObject({
      status: 'failed',
      reason: "'bot' failed: the answer did not end within 50 ms",
    })
  })

  test.each([400, 401, 403, 404, 422])('status %s is not asked for again', async status => {
    const { outcome, calls, answered } = await runOver(wire, [{ status, json: wire.error(status) }])
    expect(outcome.status).toBe('failed')
    expect(outcome.reason).toContain(`status ${status}`)
    expect(calls).toBe(1)
    expect(answered).toHaveLength(0)
  })

  test('a call is made as often as the options say, and no client adds calls of its own', async () => {
    const { outcome, calls, types } = await runOver(
      wire,
      Array(9).fill({ status: 503, json: wire.error(503) }),
    )
    expect(outcome).toMatchObject({ status: 'failed', reason: expect.stringContaining('status 503') })
    expect(calls).toBe(3)
    expect(types.filter(type => type === 'retrying')).toHaveLength(2)
  })

  test('a call that is to wait longer than the longest delay is not made again', async () => {
    expect((await runOver(wire, [wire.limited(3_600)])).calls).toBe(1)
  })

  test('an exhausted quota is not asked for again', async () => {
    const error = {
      code: 'insufficient_quota',
      type: 'insufficient_quota',
      message: 'no credit',
      status: 'x',
    }
    const { calls } = await runOver(wire, [{ status: 429, json: { error } }])
    expect(calls).toBe(wire === wires.content ? 2 : 1)
  })

  test('events that come twice leave one answer', async () => {
    const { outcome, answered } = await runOver(wire, [{ pieces: whole.flatMap(piece => [piece, piece]) }])
    expect(outcome.status).toBe('done')
    expect(answered).toHaveLength(1)
    if (wire === wires.responses) expect(outcome.text).toBe(said.text)
  })
})
