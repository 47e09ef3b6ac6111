// Law 8 for requests: a value that is found once is in no request, in none of its forms, wherever the session holds it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventInput } from '../../src/core/ir/event.ts'
import { redact } from '../../src/core/protect/index.ts'
import { compile, createSession } from '../../src/index.ts'

const runs = Number(process.env.CTXC_LAW_RUNS ?? 300)

const models = {
  openai: 'gpt-5.4',
  'openai-chat': 'gpt-4.1',
  anthropic: 'claude-sonnet-5',
  gemini: 'gemini-3.5-flash',
  'ai-sdk': 'gpt-5.4',
  text: 'gpt-5.4',
} as const

const digits = fc.string({
  unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789'),
  minLength: 14,
  maxLength: 24,
})
/** A value, and a text in which it is found. */
const planted = fc.oneof(
  digits.map(value => ({ value: `vault-${value}`, shown: `It is vault-${value}, keep it.` })),
  digits.map(value => ({ value, shown: JSON.stringify({ login: { passphrase: value } }) })),
)
const forms: readonly ((value: string) => string)[] = [
  value => value,
  value => `before ${value} after`,
  value => JSON.stringify({ inner: JSON.stringify({ value }) }),
  value => `https://example.org/?a=${encodeURIComponent(`<${value}>`)}`,
  value => Buffer.from(`x${value}y`).toString('base64'),
  value => Buffer.from(`${value}`).toString('base64url'),
]
const form = fc.constantFrom(...forms)

const carriers: readonly ((text: string, id: string) => readonly EventInput[])[] = [
  text => [{ author: 'user', text }],
  text => [{ author: 'helper', text }],
  text => [
    {
      author: 'helper',
      parts: [
        { kind: 'reasoning', text },
        { kind: 'text', text: 'Yes.' },
      ],
    },
  ],
  (text, id) => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'look', arguments: { [text]: [text] } }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'data', value: { text } }] }] },
  ],
  (text, id) => [
    {
      author: 'helper',
      parts: [{ kind: 'tool-call', id, name: 'look', arguments: JSON.stringify({ text }) }],
    },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
  ],
  text => [{ author: 'developer', parts: [], actions: { state: { set: { note: { text } } } } }],
  text => [
    {
      author: 'user',
      parts: [{ kind: 'file', mediaType: 'text/plain', source: { type: 'text', text }, name: 'a.txt' }],
    },
  ],
]
const carrier = fc.constantFrom(...carriers)

const places = fc.array(fc.tuple(carrier, form), { minLength: 1, maxLength: 6 })

test.each(Object.entries(models))(
  '%s: no request holds eight characters of a value in a row',
  async (target, model) => {
    await fc.assert(
      fc.asyncProperty(planted, carrier, places, fc.nat(), async ({ value, shown }, first, others, at) => {
        const texts = others.map(([into, as], index) => into(as(value), `c${index}`))
        const all = [...texts]
        all.splice(at % (texts.length + 1), 0, first(shown, 'shown'))
        const session = createSession({ events: [...all.flat(), { author: 'user', text: 'Go on.' }] })
        const agent = {
          name: 'helper',
          instruction: 'Notes: {note?}',
          tools: [{ name: 'look', description: `Looks. Never say ${value}.` }],
          protect: [redact({ patterns: [/vault-[a-z0-9]+/], fields: ['passphrase'] })],
        }
        const { request, diagnostics } = await compile(agent as never, session, {
          target,
          model,
          budget: 20_000,
        } as never)
        const sent = JSON.stringify({ request, diagnostics })
        const random = value.replace('vault-', '')
        for (let from = 0; from + 8 <= random.length; from++)
          expect(sent).not.toContain(random.slice(from, from + 8))
        for (let shift = 0; shift < 3; shift++) {
          // Base64 of the value without its ends, which depend on the bytes before and after it.
          const encoded = Buffer.from('\0'.repeat(shift) + value)
            .toString('base64')
            .slice(4, -4)
          expect(sent).not.toContain(encoded)
        }
      }),
      { numRuns: runs / 6 },
    )
  },
)
