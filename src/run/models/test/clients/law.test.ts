// A law: a streamed answer, cut into any pieces, equals the provider's answer without streaming.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, answerOf, compile, createSession, tool } from '../../../../index.ts'
import type { ModelPart } from '../../model-client.ts'
import { startProvider } from './provider.ts'
import { type Said, someSaid } from './said.ts'
import { wires } from './wire/index.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const tools = ['look', 'book'].map(name => tool({ name, description: 'A tool.', parameters: schema }))

test.each(Object.entries(wires))('%s: an answer in pieces is the answer at once', async (_, wire) => {
  let said: Said
  const provider = await startProvider(({ body, path }) =>
    body.stream === true || path.includes('streamGenerateContent')
      ? { pieces: wire.pieces(said) }
      : { json: wire.body(said) },
  )
  const client = wire.client(provider.url)
  const bot = agent({ name: 'bot', model: wire.model, tools })
  const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
  const compiled = await compile(bot, session, { target: client.target, model: wire.model })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message)
  const call = { model: wire.model, signal: new AbortController().signal, key: 'k' }
  await fc.assert(
    fc.asyncProperty(someSaid, async given => {
      said = given
      const parts: ModelPart[] = []
      for await (const part of client.stream(compiled.request, call)) parts.push(part)
      const last = parts.at(-1)
      if (last?.type !== 'response') throw new Error('no answer')
      const streamed = answerOf(compiled, last.response)
      expect(streamed).toEqual(
        answerOf(compiled, (await wire.unary(provider.url, compiled.request)) as never),
      )
      const shown = (type: string) =>
        parts.map(part => (part.type === type && 'text' in part ? part.text : '')).join('')
      expect(shown('text')).toBe(given.text + given.refusal)
      expect(shown('reasoning')).toBe(given.reasoning)
      expect(shown('tool-call')).toBe(given.calls.map(({ input }) => JSON.stringify(input)).join(''))
      expect(parts.filter(({ type }) => type === 'response')).toHaveLength(1)
    }),
    { numRuns: 150, seed: 20_261_126 },
  )
  await provider.close()
})
