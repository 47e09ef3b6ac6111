import { pdf } from '../images.ts'
import type { Body, Mutant, Mutants } from './mutant.ts'

const text = (words: string): object => ({ text: words })
const user = (...parts: readonly object[]): object => ({ role: 'user', parts })
const answer = (...parts: readonly object[]): object => ({ role: 'model', parts })
const call = (name = 'search', id?: string): object => ({
  functionCall: { name, args: {}, ...(id && { id }) },
  thoughtSignature: 'AAAA',
})
const unsigned = { functionCall: { name: 'search', args: {} } }
const result = (name = 'search', id?: string): object => ({
  functionResponse: { name, response: { output: 'sunny' }, ...(id && { id }) },
})
const hello = user(text('Hi'))
const asked = [hello, answer(call()), user(result())]

const body = (contents: readonly object[], more: Body = {}): Body => ({
  model: 'gemini-3.8-flash',
  contents,
  ...more,
})

/** A conversation, broken in its contents. */
const talk = (broken: readonly object[], legal: readonly object[], more: Body = {}): Mutant => ({
  broken: body(broken, more),
  legal: body(legal, more),
})

/** One question, broken in its settings. */
const setting = (broken: Body, legal: Body, more: Body = {}): Mutant => ({
  broken: body([hello], { config: broken, ...more }),
  legal: body([hello], { config: legal, ...more }),
})

const number = (key: string, broken: number, legal: number): Mutant =>
  setting({ [key]: broken }, { [key]: legal }, { model: 'gemini-2.0-flash' })

const functions = (...names: readonly string[]): Body => ({
  tools: [{ functionDeclarations: names.map(name => ({ name })) }],
})
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`)
const schema = (property: object, more: object = {}): object => ({
  type: 'object',
  properties: { city: property },
  ...more,
})
const json = (responseJsonSchema: object): Body => ({
  responseMimeType: 'application/json',
  responseJsonSchema,
})
const defined = { $defs: { city: { type: 'string' } } }
const image = (mimeType: string, data = 'AAAA'): object => ({ inlineData: { mimeType, data } })
const system = { systemInstruction: { parts: [text('Be brief.')] } }
const calling = (functionCallingConfig: object): Body => ({ toolConfig: { functionCallingConfig } })
const old = { model: 'gemini-2.5-flash' }

/** Broken requests for each rule of generateContent. */
export const geminiMutants: Mutants = {
  G1: talk([{ role: 'system', parts: [text('Be brief.')] }, hello], [hello]),
  'G1 system': {
    broken: body([hello], { model: 'gemma-3-27b-it', config: system }),
    legal: body([hello], { config: system }),
  },
  'G1 no text': setting({ systemInstruction: { parts: [image('image/png')] } }, system),
  G2: talk(
    [hello, answer(text('Let me see.')), answer(call()), user(result())],
    [hello, answer(text('Let me see.'), call()), user(result())],
  ),
  G3: talk(
    [hello, answer(call(), unsigned), user(result())],
    [hello, answer(call(), unsigned), user(result(), result())],
  ),
  'G3 apart': talk(
    [hello, answer(call(), unsigned), user(result()), user(result())],
    [hello, answer(call(), unsigned), user(result(), result())],
  ),
  'G3 end': talk([hello, answer(call())], asked),
  'G3 no call': talk([hello, answer(text('a')), user(result())], asked),
  G4: talk([hello, answer(call()), user(result('run'))], asked),
  'G4 id': talk(
    [hello, answer(call('search', 'a')), user(result('search', 'b'))],
    [hello, answer(call('search', 'a')), user(result('search', 'a'))],
  ),
  'G4 one id': talk(
    [hello, answer(call('search', 'a'), call('run', 'a')), user(result('search', 'a'), result('run', 'a'))],
    [hello, answer(call('search', 'a'), call('run', 'b')), user(result('search', 'a'), result('run', 'b'))],
  ),
  G5: talk([hello, answer(unsigned), user(result())], [hello, answer(unsigned), user(result()), hello]),
  'G5 second step': talk(
    [...asked, answer(unsigned), user(result())],
    [...asked, answer(call()), user(result())],
  ),
  G6: talk(
    [hello, answer({ text: 'a', thoughtSignature: 'no base64!' }), hello],
    [hello, answer({ text: 'a', thoughtSignature: 'AAAA' }), hello],
  ),
  'G6 user': talk([user({ text: 'Hi', thoughtSignature: 'AAAA' })], [hello]),
  G8: talk([hello, answer(), hello], [hello, answer(text('a')), hello]),
  'G8 nothing': talk([user({})], [hello]),
  'G8 two': talk([user({ text: 'a', ...image('image/png') })], [user(text('a'), image('image/png'))]),
  'G8 empty': talk([user(text('Hi'), text(''))], [hello]),
  'G8 system': setting({ systemInstruction: { parts: [text('')] } }, system),
  G9: setting({ ...system, cachedContent: 'cachedContents/a' }, { cachedContent: 'cachedContents/a' }),
  'G9 tools': setting(
    { ...functions('search'), cachedContent: 'cachedContents/a' },
    { cachedContent: 'cachedContents/a' },
  ),
  G10: setting(functions('1st'), functions('first')),
  'G10 long': setting(functions('x'.repeat(129)), functions('x'.repeat(128))),
  'G10 twice': setting(functions('search', 'search'), functions('search', 'run')),
  'G10 called': talk(
    [hello, answer(call('a b')), user(result('a b'))],
    [hello, answer(call('a.b')), user(result('a.b'))],
  ),
  'G10 parameters': setting(
    {
      tools: [
        { functionDeclarations: [{ name: 'a', parameters: schema({}), parametersJsonSchema: schema({}) }] },
      ],
    },
    { tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: schema({}) }] }] },
  ),
  G11: setting({ responseJsonSchema: schema({ type: 'string' }) }, json(schema({ type: 'string' }))),
  'G11 both': setting(
    { ...json(schema({ type: 'string' })), responseSchema: { type: 'STRING' } },
    json(schema({ type: 'string' })),
  ),
  'G11 beside': setting(
    json(schema({ $ref: '#/$defs/city', description: 'a' }, defined)),
    json(schema({ $ref: '#/$defs/city' }, defined)),
  ),
  'G11 elsewhere': setting(json(schema({ $ref: 'https://x.org/a.json' })), json(schema({}))),
  'G11 circle': setting(json(schema({ $ref: '#' }, { required: ['city'] })), json(schema({ $ref: '#' }))),
  'G11 parameters': setting(
    {
      tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: schema({ $ref: '#/$defs/x' }) }] }],
    },
    { tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: schema({}) }] }] },
  ),
  G12: setting(calling({ mode: 'AUTO' }), { ...functions('search'), ...calling({ mode: 'AUTO' }) }),
  'G12 ghost': setting(
    { ...functions('search'), ...calling({ mode: 'ANY', allowedFunctionNames: ['ghost'] }) },
    { ...functions('search'), ...calling({ mode: 'ANY', allowedFunctionNames: ['search'] }) },
  ),
  'G12 mode': setting(
    { ...functions('search'), ...calling({ mode: 'AUTO', allowedFunctionNames: ['search'] }) },
    { ...functions('search'), ...calling({ mode: 'VALIDATED', allowedFunctionNames: ['search'] }) },
  ),
  G15: number('temperature', 2.1, 2),
  'G15 topP': number('topP', 1.5, 1),
  'G15 topK': number('topK', 0.5, 40),
  'G15 output': number('maxOutputTokens', 0, 1),
  'G15 seed': number('seed', 1.5, -1),
  'G15 presence': number('presencePenalty', -2.5, -1),
  'G15 frequency': number('frequencyPenalty', 2.5, 1),
  'G15 stops': setting({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }, { stopSequences: ['a'] }),
  G16: setting(
    { thinkingConfig: { thinkingLevel: 'MINIMAL' } },
    { thinkingConfig: { thinkingLevel: 'LOW' } },
  ),
  'G16 both': setting(
    { thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 1_024 } },
    { thinkingConfig: { thinkingBudget: 1_024 } },
  ),
  'G16 level': setting(
    { thinkingConfig: { thinkingLevel: 'LOW' } },
    { thinkingConfig: { thinkingBudget: 1_024 } },
    old,
  ),
  'G16 budget': setting(
    { thinkingConfig: { thinkingBudget: 0 } },
    { thinkingConfig: { thinkingBudget: 128 } },
    { model: 'gemini-2.5-pro' },
  ),
  'G16 no budget': setting(
    { thinkingConfig: { thinkingBudget: -1 } },
    { thinkingConfig: { thinkingLevel: 'LOW' } },
    { model: 'gemini-4-argon' },
  ),
  G17: setting({ presencePenalty: 0.5 }, { presencePenalty: 0 }),
  'G17 frequency': setting({ frequencyPenalty: 0.5 }, { frequencyPenalty: 0 }, old),
  G18: setting({ ...functions('search'), ...json(schema({})) }, json(schema({})), old),
  'G18 none': {
    broken: body([hello], { model: 'gemma-3-27b-it', config: { responseMimeType: 'application/json' } }),
    legal: body([hello], { model: 'gemma-3-27b-it' }),
  },
  G19: {
    broken: body([hello], {
      ...old,
      config: { tools: [{ googleSearch: {} }, ...(functions('a').tools as object[])] },
    }),
    legal: body([hello], {
      config: { tools: [{ googleSearch: {} }, ...(functions('a').tools as object[])] },
    }),
  },
  'G19 called': talk(asked, [hello], { ...old, config: { tools: [{ googleSearch: {} }] } }),
  G20: talk([answer(text('Hello')), hello], [hello]),
  'G20 end': talk([hello, answer(text('Hello'))], [hello, answer(text('Hello')), hello]),
  'G20 none': talk([], [hello]),
  G21: talk([user(image('image/tiff'))], [user(image('image/png'))]),
  'G21 no data': talk([user(image('image/png', ''))], [user(image('image/png'))]),
  G22: {
    broken: body([hello], { model: 'gemma-3-27b-it', config: functions('search') }),
    legal: body([hello], { model: 'gemma-4-31b-it', config: functions('search') }),
  },
  G23: setting(functions(...names(513)), functions(...names(512))),
  G24: talk([user(image('application/pdf', pdf(1_001)))], [user(image('application/pdf', pdf(1_000)))]),
}
