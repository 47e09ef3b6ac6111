// A page shows a text with protected values once, in the form that a reloaded page shows.
import { describe, expect, test } from 'vitest'
import { type RedactOptions, redact } from '../../../core/protect/index.ts'
import { agent } from '../../../index.ts'
import type { ModelClient, ModelPart } from '../../models/model-client.ts'
import { chunksOf, messageOf, serving, user } from './page.ts'

/** Client that streams an answer in pieces. Pieces of reasoning are marked. */
const pieces = (
  parts: readonly { readonly type: 'text' | 'reasoning'; readonly text: string }[],
): ModelClient => {
  const content = parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('')
  const reasoning = parts.flatMap(({ type, text }) => (type === 'reasoning' ? [text] : [])).join('')
  const message = { role: 'assistant', content, ...(reasoning !== '' && { reasoning_content: reasoning }) }
  return {
    target: 'openai-chat',
    async *stream() {
      yield* parts as readonly ModelPart[]
      yield { type: 'response', response: { choices: [{ message, finish_reason: 'stop' }] } }
    },
  }
}

/** Posts a message. Returns the chunks, the page's message, and what a reloaded page shows. */
async function asked(client: ModelClient, options: RedactOptions, reasoning = false) {
  const program = agent({ name: 'bot', model: 'gpt-5.4', protect: [redact(options)] })
  const { post, history } = serving([], { program, models: () => client, reasoning })
  const chunks = await chunksOf(await post({ messages: [user('m1', 'Who?')] }))
  const message = await messageOf(chunks)
  // The AI SDK keeps the id that a reasoning part has in the stream.
  for (const part of message.parts) if (part.type === 'reasoning') Reflect.deleteProperty(part, 'id')
  return { chunks, message, loaded: (await history())[1] }
}

const textsOf = ({
  parts,
}: {
  readonly parts: readonly { readonly type: string; readonly text?: string }[]
}) => parts.flatMap(({ type, text }) => (type === 'text' ? [text] : []))

describe('an answer with a new value is shown once, and as it streams', () => {
  const cases = {
    mail: ['Ask bob.b@example.com, please.', 'Ask [secret:email:1], please.'],
    mails: ['Ask bob.b@example.com or cy.d@example.net.', 'Ask [secret:email:1] or [secret:email:2].'],
    card: ['Use 4242 4242 4242 4242 for tests.', 'Use [secret:card:1] for tests.'],
    phone: ['Call +49 30 901820 now.', 'Call [secret:phone:1] now.'],
    first: ['bob.b@example.com knows.', '[secret:email:1] knows.'],
  }
  for (const [name, [answer = '', shown = '']] of Object.entries(cases))
    test(name, async () => {
      for (let cut = 0; cut < answer.length; cut++) {
        const texts = [answer.slice(0, cut), answer.slice(cut)].filter(text => text !== '')
        const client = pieces(texts.map(text => ({ type: 'text', text })))
        const { chunks, message, loaded } = await asked(client, { pii: ['email', 'card', 'phone'] })
        expect(textsOf(message)).toEqual([shown])
        expect(loaded).toEqual(message)
        expect(chunks.map(({ type }) => type)).not.toContain('reset-step')
        if (cut > 0) break
        cut = Math.floor(answer.length / 2) - 1
      }
    })
})

test('a value that is found after its text was streamed is taken back, and the text is shown once', async () => {
  const options: readonly RedactOptions[] = [
    { patterns: [/\b4711\b/g] },
    {
      detectors: [
        {
          id: 'codes',
          version: '1',
          find: (text: string) =>
            [...text.matchAll(/4711/g)].map(({ index }) => ({ start: index, end: index + 4, kind: 'code' })),
        },
      ],
    },
  ] as never
  for (const each of options) {
    const client = pieces([
      { type: 'text', text: 'The code is 4711 ' },
      { type: 'text', text: 'and no other.' },
    ])
    const { chunks, message, loaded } = await asked(client, each)
    expect(textsOf(message)).toHaveLength(1)
    expect(JSON.stringify(message)).not.toContain('4711')
    expect(loaded).toEqual(message)
    expect(chunks.map(({ type }) => type)).toContain('reset-step')
  }
})

test('a value that is cut in two by other content has one form', async () => {
  const client = pieces([
    { type: 'text', text: 'Ask bob.b@exam' },
    { type: 'reasoning', text: 'Let me think of anna@example.org.' },
    { type: 'text', text: 'ple.com, please.' },
  ])
  for (const reasoning of [true, false]) {
    const { message, loaded } = await asked(client, { pii: ['email'] }, reasoning)
    expect(textsOf(message).join('')).toMatch(/^Ask \[secret:email:\d\], please\.$/)
    expect(loaded).toEqual(message)
    expect(JSON.stringify(message)).not.toContain('anna')
  }
})
