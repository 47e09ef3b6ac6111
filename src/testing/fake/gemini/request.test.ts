import { describe, expect, test } from 'vitest'
import { fakeProvider } from '../index.ts'

const hello = { role: 'user', parts: [{ text: 'Hi' }] }
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } })
const signed = (name: string, more: object = {}) => ({ ...call(name, more), thoughtSignature: 'YQ==' })
const response = (name: string, more: object = {}) => ({ functionResponse: { name, response: {}, ...more } })
const model = (...parts: readonly object[]) => ({ role: 'model', parts })
const user = (...parts: readonly object[]) => ({ role: 'user', parts })
const rules = (contents: readonly unknown[], config: object = {}, id = 'gemini-3.8-flash') =>
  fakeProvider('gemini', { producerOf: seal => (seal === 'b3RoZXI=' ? 'gemini-2.5-pro' : undefined) })
    .violations({ model: id, contents, config })
    .map(({ rule }) => rule)

describe('accepts', () => {
  test.each([
    ['calls without ids, paired by name', [hello, model(signed('a')), user(response('a'))]],
    ['responses in any order', [hello, model(signed('a'), call('b')), user(response('b'), response('a'))]],
    ['words beside responses', [hello, model(signed('a')), user(response('a'), { text: 'Go on' })]],
    ['users in a row', [hello, hello, model({ text: 'a' }), hello]],
    ['an empty text that bears a signature', [hello, model({ text: '', thoughtSignature: 'YQ==' }), hello]],
    ['a call of an earlier turn without a signature', [hello, model(call('a')), user(response('a')), hello]],
    [
      'the stand-in for a signature',
      [
        hello,
        model({ ...call('a'), thoughtSignature: 'skip_thought_signature_validator' }),
        user(response('a')),
      ],
    ],
  ])('%s', (_name, contents) => {
    expect(rules(contents)).toEqual([])
  })

  test('calls without signatures on a model that makes none', () => {
    expect(rules([hello, model(call('a')), user(response('a'))], {}, 'models/gemini-2.5-flash')).toEqual([])
  })
})

describe('rejects', () => {
  test.each([
    ['a role of another API', [{ role: 'assistant', parts: [{ text: 'a' }] }, hello], ['G1']],
    [
      'a call after the model’s words',
      [hello, model({ text: 'a' }), model(signed('a')), user(response('a'))],
      ['G2'],
    ],
    ['a call of a user’s', [hello, user(call('a')), hello], ['G2']],
    ['fewer responses than calls', [hello, model(signed('a'), call('b')), user(response('a'))], ['G3']],
    ['responses that come late', [hello, model(signed('a')), hello, user(response('a'))], ['G3', 'G3']],
    ['a response of another name', [hello, model(signed('a')), user(response('b'))], ['G4']],
    [
      'a response of another id',
      [hello, model(signed('a', { id: '1' })), user(response('a', { id: '2' }))],
      ['G4'],
    ],
    ['a current call without a signature', [hello, model(call('a')), user(response('a'))], ['G5']],
    [
      'a later step without one',
      [hello, model(signed('a')), user(response('a')), model(call('b')), user(response('b'))],
      ['G5'],
    ],
    [
      'a signature of another model',
      [hello, model({ text: 'a', thoughtSignature: 'b3RoZXI=' }), hello],
      ['G6'],
    ],
    ['a signature of a user', [user({ text: 'a', thoughtSignature: 'YQ==' })], ['G6']],
    ['a signature that is no bytes', [hello, model({ text: 'a', thoughtSignature: '§' }), hello], ['G6']],
    ['no parts', [hello, model(), hello], ['G8']],
    ['a part of nothing', [user({ thought: true })], ['G8']],
    ['a part of two things', [user({ text: 'a', fileData: { fileUri: 'gs://a' } })], ['G8']],
    ['a blank file', [user({ inlineData: { mimeType: 'image/png', data: '' } })], ['G21']],
    ['the model first', [model({ text: 'a' }), hello], ['G20']],
    ['the model last', [hello, model({ text: 'a' })], ['G20']],
    ['no contents', [], ['G20']],
  ])('%s', (_name, contents, expected) => {
    expect(rules(contents)).toEqual(expected)
  })

  const functions = (...declared: readonly object[]) => ({ tools: [{ functionDeclarations: declared }] })
  const json = { responseMimeType: 'application/json' }
  const recursive = { properties: { next: { $ref: '#' } } }

  test.each([
    ['gemini-3.8-flash', functions({ name: '1a' }), ['G10']],
    ['gemini-3.8-flash', functions({ name: 'a.b:c-d' }), []],
    ['gemini-3.8-flash', functions({ name: 'a' }, { name: 'a' }), ['G10']],
    ['gemini-3.8-flash', functions({ name: 'a', parametersJsonSchema: recursive }), []],
    [
      'gemini-3.8-flash',
      functions({ name: 'a', parametersJsonSchema: { ...recursive, required: ['next'] } }),
      ['G11'],
    ],
    ['gemini-3.8-flash', { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, ['G12']],
    ['gemini-3.8-flash', { temperature: 2.1 }, ['G15']],
    ['gemini-3.8-flash', { thinkingConfig: { thinkingLevel: 'LOW' } }, []],
    ['gemini-2.5-flash', { thinkingConfig: { thinkingLevel: 'LOW' } }, ['G16']],
    ['gemini-2.5-pro', { thinkingConfig: { thinkingBudget: 0 } }, ['G16']],
    ['gemini-2.5-flash', { thinkingConfig: { thinkingBudget: 0 } }, []],
    ['gemini-2.5-flash', { presencePenalty: 1 }, ['G17']],
    ['gemini-2.5-flash', { ...json, ...functions({ name: 'a' }) }, ['G18']],
    ['gemini-3.5-flash', { ...json, ...functions({ name: 'a' }) }, []],
    ['gemini-2.5-flash', { tools: [{ googleSearch: {}, functionDeclarations: [{ name: 'a' }] }] }, ['G19']],
    ['gemma-3-27b-it', functions({ name: 'a' }), ['G22']],
    ['gemma-3-27b-it', { systemInstruction: 'Be brief.' }, ['G1']],
    ['gemini-3.5-flash', { cachedContent: 'cachedContents/1', systemInstruction: 'Be brief.' }, ['G9']],
  ])('%s with %j', (id, config, expected) => {
    expect(rules([hello], config, id)).toEqual(expected)
  })
})

test('a request that names a cache is judged with what the cache holds', () => {
  const model = 'gemini-3.5-flash'
  const call = { functionCall: { name: 'look', args: {} }, thoughtSignature: 'c2VhbA==' }
  const answered = { functionResponse: { name: 'look', response: { output: 'Sun' } } }
  const held = [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [{ text: 'Hello' }] },
  ]
  const caches = {
    'cachedContents/1': {
      model,
      config: { contents: held, systemInstruction: { parts: [{ text: 'Be kind.' }] } },
    },
    'cachedContents/2': {
      model,
      config: {
        contents: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          { role: 'model', parts: [call] },
        ],
      },
    },
    'cachedContents/3': { model: 'gemini-2.5-pro', config: { contents: held } },
  }
  const send = (
    cachedContent: string,
    parts: readonly object[] = [{ text: 'And now?' }],
    more: object = {},
  ) => {
    const request = {
      model,
      contents: parts.length > 0 ? [{ role: 'user', parts }] : [],
      config: { cachedContent, ...more },
    }
    const { status, ...rest } = fakeProvider('gemini', { caches }).send(request)
    return [status, 'rule' in rest ? rest.rule : null]
  }
  expect(send('cachedContents/1')).toEqual([200, null])
  expect(send('cachedContents/9')).toEqual([403, 'gone'])
  expect(send('constructor')).toEqual([403, 'gone'])
  expect(send('cachedContents/3')).toEqual([400, 'G9'])
  expect(send('cachedContents/1', [])).toEqual([400, 'G20'])
  expect(send('cachedContents/2', [answered])).toEqual([400, 'G20'])
  expect(send('cachedContents/2')).toEqual([400, 'G3'])
  expect(send('cachedContents/1', [{ text: 'Hi' }], { tools: [{ googleSearch: {} }] })).toEqual([400, 'G9'])
})

test('a new kind of part is accepted after what a cache holds, and in it', () => {
  const model = 'gemini-3.5-flash'
  const said = { role: 'user', parts: [{ text: 'Hi' }] }
  const fresh = { role: 'model', parts: [{ hologram: { data: 'x' } }] }
  const caches = { 'cachedContents/1': { model, config: { contents: [said, fresh] } } }
  const request = {
    model,
    contents: [said, fresh, said],
    config: { cachedContent: 'cachedContents/1' },
  }
  expect(fakeProvider('gemini', { caches, newTypes: ['hologram'] }).violations(request)).toEqual([])
  const found = fakeProvider('gemini', { caches }).violations(request)
  expect(found.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'shape /contents/1/parts/0',
    'shape /contents/3/parts/0',
  ])
})
