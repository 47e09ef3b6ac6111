import { describe, expect, test } from 'vitest'
import { importConversation } from '../../../../from.ts'
import type { Conversation } from '../../../from/conversation.ts'
import { fromGemini } from './gemini.ts'

const eventsOf = ({ session }: Conversation) =>
  [...session.events].map(({ author, parts }) => ({ author, parts }))
const read = (contents: unknown, more: object = {}) => fromGemini({ contents, ...more } as never)

describe('contents', () => {
  test.each([
    ['a string', 'Hi'],
    ['a part', { text: 'Hi' }],
    ['parts', [{ text: 'Hi' }]],
    ['strings', ['Hi']],
    ['a content', { role: 'user', parts: [{ text: 'Hi' }] }],
    ['a content whose parts are one', [{ role: 'user', parts: { text: 'Hi' } }]],
    ['a content without a role', [{ parts: [{ text: 'Hi' }] }]],
  ])('are read from %s', (_name, contents) => {
    expect(eventsOf(read(contents))).toEqual([{ author: 'user', parts: [{ kind: 'text', text: 'Hi' }] }])
  })

  test('are refused if invalid', () => {
    expect(() => fromGemini({} as never)).toThrow(TypeError)
  })

  test('are read alike in snake_case and camelCase', () => {
    const snake = [
      { role: 'model', parts: [{ function_call: { id: 'a', name: 'f', args: { my_key: 1 } } }] },
      { role: 'user', parts: [{ function_response: { id: 'a', name: 'f', response: { out_put: 2 } } }] },
      { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AA==' } }] },
    ]
    const camel = [
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: { my_key: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'f', response: { out_put: 2 } } }] },
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
    ]
    expect(eventsOf(read(snake))).toEqual(eventsOf(read(camel)))
  })

  test('in a row by the model form one response', () => {
    const said = (text: string) => ({ role: 'model', parts: [{ text }] })
    const { session } = read([{ role: 'user', parts: [{ text: 'Hi' }] }, said('a'), said('b')])
    expect(session.units.rows).toHaveLength(2)
  })
})

describe('a signature in Gemini content', () => {
  const contents = (part: object) => [{ role: 'model', parts: [part] }]
  const partOf = (part: object) => eventsOf(read(contents(part), { model: 'gemini-3.5-flash' }))[0]?.parts[0]
  const seal = { format: 'gemini', value: 'YQ==', model: 'gemini-3.5-flash' }

  test('stays with its call and its text', () => {
    const signed = { thoughtSignature: 'YQ==' }
    expect(partOf({ functionCall: { name: 'f' }, ...signed })).toMatchObject({ kind: 'tool-call', seal })
    expect(partOf({ text: 'Hi', ...signed })).toEqual({ kind: 'text', text: 'Hi', seal })
  })

  test('without text becomes reasoning, like a thought', () => {
    const native = (payload: object) => ({ native: { format: 'gemini', payload } })
    const empty = { text: '', thoughtSignature: 'YQ==' }
    const thought = { text: 'Hm', thought: true }
    expect(partOf(empty)).toMatchObject({ kind: 'reasoning', text: '', ...native(empty) })
    expect(partOf(thought)).toMatchObject({ kind: 'reasoning', text: 'Hm', ...native(thought) })
  })

  test('is dropped if it is the stand-in', () => {
    expect(partOf({ text: 'Hi', thoughtSignature: 'skip_thought_signature_validator' })).toEqual({
      kind: 'text',
      text: 'Hi',
    })
  })
})

describe('a function response', () => {
  const contentOf = (response: unknown) =>
    eventsOf(read([{ role: 'user', parts: [{ functionResponse: { name: 'f', response } }] }]))[0]?.parts[0]

  test.each([
    ['its output', { output: 'ok' }, { content: [{ kind: 'text', text: 'ok' }] }],
    ['its error', { error: 'no' }, { content: [{ kind: 'text', text: 'no' }], isError: true }],
    ['all of it', { output: 1, x: 2 }, { content: [{ kind: 'data', value: { output: 1, x: 2 } }] }],
    ['nothing', undefined, { content: [] }],
  ])('is read from %s', (_name, response, expected) => {
    expect(contentOf(response)).toMatchObject({ kind: 'tool-result', name: 'f', ...expected })
  })
})

describe('an agent read from Gemini settings', () => {
  const config = {
    systemInstruction: 'Be brief.',
    temperature: 0.5,
    maxOutputTokens: 100,
    thinkingConfig: { thinkingLevel: 'HIGH' },
    tools: [
      { functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: {} } }] },
      { googleSearch: {} },
    ],
    safetySettings: [{ category: 'X', threshold: 'Y' }],
  }
  const { systemInstruction, tools, safetySettings, ...generationConfig } = config

  test('is read alike from the client’s parameters and from a body of the wire', () => {
    const client = read('Hi', { config }).agent
    expect(client).toMatchObject({
      staticInstruction: [{ text: 'Be brief.' }],
      generateConfig: { temperature: 0.5, maxOutputTokens: 100, reasoningEffort: 'high' },
      tools: [
        { name: 'f', parameters: { type: 'object', properties: {} } },
        { native: { format: 'gemini', payload: { googleSearch: {} } } },
      ],
      extra: { format: 'gemini', fields: { safetySettings } },
    })
    const body = {
      system_instruction: { parts: [{ text: systemInstruction }] },
      tools,
      safetySettings,
      generationConfig,
    }
    expect(read('Hi', body).agent).toEqual(client)
  })

  test.each([
    ['AUTO', undefined, 'auto'],
    ['NONE', undefined, 'none'],
    ['ANY', undefined, 'required'],
    ['ANY', ['f'], { tool: 'f' }],
  ])('has the tool choice of %s %j', (mode, allowedFunctionNames, expected) => {
    const functionCallingConfig = { mode, ...(allowedFunctionNames && { allowedFunctionNames }) }
    const { agent } = read('Hi', { config: { toolConfig: { functionCallingConfig } } })
    expect(agent.generateConfig?.toolChoice).toEqual(expected)
  })
})

test('is recognized among the other formats', () => {
  expect(importConversation({ contents: [{ parts: [{ text: 'Hi' }] }] })?.format).toBe('gemini')
  expect(importConversation([{ role: 'model', parts: [{ text: 'Hi' }] }])?.format).toBe('gemini')
  expect(importConversation({ contents: { parts: [{ text: 'Hi' }] } })?.format).toBe('gemini')
  expect(importConversation([{ role: 'user', content: 'Hi' }])?.format).toBe('openai-chat')
  expect(importConversation([{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }])?.format).not.toBe(
    'gemini',
  )
  expect(importConversation({ messages: [{ parts: [{ text: 'Hi' }] }] })).toBeNull()
})
