import { describe, expect, test } from 'vitest'
import { fromAISDK, fromGemini } from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { png } from '../images.ts'

type Message = Record<string, unknown>

/** Tokens of an image for each level of resolution. */
const levels = { LOW: 280, MEDIUM: 560, HIGH: 1_120, ULTRA_HIGH: 2_240 } as const
const side = png(2_000, 2_000)

describe('gemini, resolution of images', () => {
  const inlineData = { mimeType: 'image/png', data: side }
  const asked = (parts: Message[], config: Message = {}) =>
    compile(fromGemini({ contents: [{ role: 'user', parts }], config } as never), {
      target: 'gemini',
      model: 'gemini-3.8-flash',
    })

  test.each(Object.entries(levels))(
    'an image is counted by the resolution of the request, %s, and by its own before that',
    async (level, tokens) => {
      const resolution = { mediaResolution: `MEDIA_RESOLUTION_${level}` }
      const none = await asked([{ text: 'Hi' }])
      const all = await asked([{ text: 'Hi' }, { inlineData }], resolution)
      const added = all.tokens.input - none.tokens.input
      expect([added, all.tokens.max - none.tokens.max]).toEqual([tokens, tokens])
      expect(all.request?.config).toMatchObject(resolution)
      const own = await asked(
        [{ text: 'Hi' }, { inlineData, mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } }],
        resolution,
      )
      // The part's own field is text of a few tokens.
      expect(Math.abs(own.tokens.input - none.tokens.input - 290)).toBeLessThanOrEqual(10)
    },
  )

  test.each(Object.entries(levels))(
    'an image in a result is counted by the resolution of the request, %s',
    async (level, tokens) => {
      const told = async (parts: Message[]) => {
        const contents = [
          { role: 'user', parts: [{ text: 'Look.' }] },
          { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'look', args: {} } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { id: 'c1', name: 'look', response: { output: 'ok' }, parts } }],
          },
        ]
        const config = { mediaResolution: `MEDIA_RESOLUTION_${level}` }
        const { tokens } = await compile(fromGemini({ contents, config } as never), {
          target: 'gemini',
          model: 'gemini-3.8-flash',
        })
        return tokens.max
      }
      // The file's name is text of a few tokens.
      expect(Math.abs((await told([{ inlineData }])) - (await told([])) - tokens)).toBeLessThanOrEqual(20)
    },
  )
})

describe('ai-sdk, resolution of images', () => {
  const google = (level: string) => ({ google: { mediaResolution: `MEDIA_RESOLUTION_${level}` } })
  const told = async (messages: Message[], model: string, providerOptions?: Message) => {
    const given = { messages, ...(providerOptions && { providerOptions }) }
    const { ok, tokens } = await compile(fromAISDK(given as never), { target: 'ai-sdk', model })
    expect(ok).toBe(true)
    return tokens
  }
  const look = (...more: Message[]) => [{ role: 'user', content: [{ type: 'text', text: 'Hi' }, ...more] }]
  const picture = { type: 'file', mediaType: 'image/png', data: side }

  test.each(Object.entries(levels))(
    'an image for Google is counted by the resolution of the request, %s',
    async (level, tokens) => {
      const model = 'google.generative-ai/gemini-3.8-flash'
      const none = await told(look(), model, google(level))
      const all = await told(look(picture), model, google(level))
      expect([all.input - none.input, all.max - none.max]).toEqual([tokens, tokens])
    },
  )

  test('an image in a result is counted by the resolution of the request', async () => {
    const model = 'google.generative-ai/gemini-3.8-flash'
    const shown = (...value: Message[]) => [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'content', value: [{ type: 'text', text: 'ok' }, ...value] },
          },
        ],
      },
    ]
    const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: side } }
    const none = await told(shown(), model, google('LOW'))
    const all = await told(shown(file), model, google('LOW'))
    expect(Math.abs(all.max - none.max - levels.LOW)).toBeLessThanOrEqual(20)
  })

  test.each(['openai', 'azure'])('an image for %s is counted by its own detail', async name => {
    const model = `${name}.responses/gpt-5.4`
    const small = { ...picture, providerOptions: { [name]: { imageDetail: 'low' } } }
    const [low, high] = [await told(look(small), model), await told(look(picture), model)]
    expect(high.input - low.input).toBeGreaterThan(500)
  })
})
