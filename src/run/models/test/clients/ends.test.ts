// An answer that is stopped or cut between any two pieces. Every API accepts the session's next request.
import { afterEach, expect, test } from 'vitest'
import { type Provider, startProvider } from './provider.ts'
import { running } from './running.ts'
import type { Said } from './said.ts'
import { wires } from './wire/index.ts'

const said: Said = {
  ...{ reasoning: 'I look it up.', text: 'Let me see.', refusal: '', searched: true, cuts: [6] },
  calls: [
    { id: 'call_0', name: 'look', input: { city: 'Oslo' } },
    { id: 'call_1', name: 'book', input: { city: 'Rome' } },
  ],
}
const last: Said = { ...said, reasoning: '', text: 'Done.', searched: false, calls: [] }

let provider: Provider | undefined
afterEach(() => provider?.close())

test.each(Object.entries(wires))(
  '%s: stopped or cut after any piece',
  { timeout: 30_000 },
  async (_, wire) => {
    const whole = wire.pieces(said)
    for (const end of ['hang', 'cut', 'end'] as const) {
      const sizes = whole.map((__, count) => count)
      for (let from = 0; from < sizes.length; from += 8)
        await Promise.all(sizes.slice(from, from + 8).map(at))
      async function at(count: number): Promise<void> {
        let isFirst = true
        const own = await startProvider(() => {
          const pieces = isFirst ? whole.slice(0, count) : wire.pieces(last)
          const reply = isFirst ? ({ pieces, end } as const) : { pieces }
          isFirst = false
          return reply
        })
        const { run, answers, seen } = running(wire, own.url, { retry: { attempts: 1 } })
        const stop = new AbortController()
        if (end === 'hang') setTimeout(() => stop.abort(), 60)
        const outcome = await run(stop.signal)
        const answered = await answers()
        const shown = seen.flatMap(event =>
          event.type === 'delta' && event.kind === 'text' ? [event.text] : [],
        )
        if (end === 'hang') {
          expect(outcome.status).toBe('cancelled')
          const kept = answered.flatMap(({ parts }) =>
            parts.map(part => (part.kind === 'text' ? part.text : '')),
          )
          expect(kept.join('')).toBe(shown.join(''))
          expect(answered.every(({ actions }) => actions?.run?.answered?.partial)).toBe(true)
        } else if (outcome.status === 'failed') {
          expect(answered).toHaveLength(0)
          if (shown.length > 0) expect(seen.map(({ type }) => type)).toContain('retracted')
        } else {
          // Only events after the end of the answer were lost.
          expect(outcome).toMatchObject({ status: 'done', text: 'Done.' })
          expect(whole.length - count).toBeLessThan(3)
        }
        await own.close()
      }
    }
  },
)
