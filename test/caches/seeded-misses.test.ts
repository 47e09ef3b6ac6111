// Seeded cache misses of two vendors: `diff` or the forecast names the change that caused each.
import { type Agent, type CompileOptions, compile, createSession, type EventInput } from 'ctxc'
import { diff } from 'ctxc/explain'
import { describe, expect, test } from 'vitest'

const tool = (name: string, description = 'Looks.', more: object = {}) => ({
  ...{ name, description },
  parameters: { type: 'object', properties: { city: { type: 'string' }, ...more } },
})
const base = {
  ...{ name: 'bot', identity: false, staticInstruction: 'Be brief.' },
  tools: [tool('look'), tool('book')],
} as Agent
const call = { kind: 'tool-call', id: 'c1', name: 'look', arguments: { city: 'Oslo' } } as const
const chat = (change: Readonly<Record<number, EventInput | null>> = {}): EventInput[] => {
  const events: EventInput[] = [
    { author: 'user', text: 'Weather in Oslo?' },
    { author: 'bot', parts: [call] },
    {
      author: 'tool',
      parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'Sunny.' }] }],
    },
    { author: 'bot', text: 'It is sunny.' },
    { author: 'user', text: 'And in Rome?' },
  ]
  return events.flatMap((event, at) => (at in change ? (change[at] ?? []) : event))
}
const result = (text: string): EventInput => ({
  author: 'tool',
  parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text }] }],
})
const image = (data: string): EventInput => ({
  author: 'user',
  parts: [{ kind: 'file', mediaType: 'image/png', source: { type: 'base64', data } }],
})

interface Seed {
  readonly agent?: Partial<Agent>
  readonly first?: Partial<Agent>
  readonly events?: EventInput[]
  readonly before?: EventInput[]
  readonly options?: Partial<CompileOptions>
}
const models = { openai: 'gpt-5.6-sol', anthropic: 'claude-opus-4-8' } as const
type Vendor = keyof typeof models

/** Returns the origins at the first difference of two requests, and the reason of the forecast. */
async function causeOf(vendor: Vendor, { agent, first, events, before, options }: Seed) {
  const shared = { target: vendor, model: models[vendor], cache: 'mark' } as const
  const compileOne = (own: object, said: EventInput[], more: object = {}) =>
    compile({ ...base, ...own } as Agent, createSession({ events: said }), { ...shared, ...more })
  const one = await compileOne(first ?? {}, before ?? chat())
  const two = await compileOne(
    agent ?? {},
    events ?? [...(before ?? chat()), { author: 'bot', text: 'Rain.' }],
    options,
  )
  expect([one.ok, two.ok]).toEqual([true, true])
  const { parting } = diff(one, two)
  return [parting?.origin, parting?.laterOrigin, two.cache.against(one).why].filter(cause => cause != null)
}

const setting = 'a setting that is part of the cache key changed'
const other = 'the earlier request was for another model or target, or there was none'
const extra = (format: string, fields: object) => ({ extra: { format, fields } }) as Partial<Agent>
const schema = (key: string) =>
  ({
    outputSchema: { schema: { type: 'object', properties: { [key]: { type: 'string' } } } },
  }) as Partial<Agent>

const both: readonly (readonly [string, Seed, string])[] = [
  ['another instruction', { agent: { staticInstruction: 'Be kind.' } }, 'd:instruction'],
  ['a longer instruction', { agent: { staticInstruction: 'Be brief. Be kind.' } }, 'd:instruction'],
  ['no instruction', { agent: { staticInstruction: '' } }, 'd:instruction'],
  ['another tool', { agent: { tools: [...(base.tools ?? []), tool('pay')] as never } }, 'd:tool:pay'],
  ['a tool less', { agent: { tools: [tool('look')] as never } }, 'd:tool:book'],
  [
    'another description of a tool',
    { agent: { tools: [tool('look', 'Finds.'), tool('book')] as never } },
    'd:tool:look',
  ],
  [
    'another schema of a tool',
    { agent: { tools: [tool('look', 'Looks.', { day: {} }), tool('book')] as never } },
    'd:tool:look',
  ],
  ['another order of tools', { agent: { tools: [tool('book'), tool('look')] as never } }, 'd:tool:look'],
  ['an edited message', { events: chat({ 0: { author: 'user', text: 'Weather in Rome?' } }) }, 'e:0.0'],
  [
    'edited arguments',
    { events: chat({ 1: { author: 'bot', parts: [{ ...call, arguments: { city: 'Rome' } }] } }) },
    'e:1.0',
  ],
  ['an edited result', { events: chat({ 2: result('Rain.') }) }, 'e:2.0'],
  ['an edited answer', { events: chat({ 3: { author: 'bot', text: 'It rains.' } }) }, 'e:3.0'],
  ['a removed answer', { events: chat({ 3: null }) }, 'e:3.0'],
  ['an added first message', { events: [{ author: 'user', text: 'Hello.' }, ...chat()] }, 'e:0.0'],
  ['another image', { before: [image('aGk='), ...chat()], events: [image('aG8='), ...chat()] }, 'e:0.0'],
  ['another effort', { agent: { generateConfig: { reasoningEffort: 'low' } } }, setting],
  ['another output schema', { first: schema('a'), agent: schema('b') }, setting],
  ['another model', { options: { model: 'other' } }, other],
]
const own: readonly (readonly [Vendor, string, Seed, string])[] = [
  ['openai', 'another verbosity', { agent: extra('openai', { text: { verbosity: 'low' } }) }, setting],
  ['openai', 'another service tier', { agent: extra('openai', { service_tier: 'flex' }) }, setting],
  ['openai', 'another cache key', { agent: extra('openai', { prompt_cache_key: 'b' }) }, setting],
  [
    'anthropic',
    'another thinking',
    { agent: extra('anthropic', { thinking: { type: 'adaptive' } }) },
    setting,
  ],
  ['anthropic', 'another tool choice', { agent: { generateConfig: { toolChoice: 'none' } } }, setting],
]
const otherModels = { openai: 'gpt-5.6-luna', anthropic: 'claude-opus-5' } as const

describe.each(['openai', 'anthropic'] as const)('a miss at %s', vendor => {
  const seeds = [...both, ...own.filter(([of]) => of === vendor).map(([, ...seed]) => seed)]
  test.each(seeds)('after %s has its cause', async (_name, seed, cause) => {
    const options = seed.options?.model === undefined ? {} : { options: { model: otherModels[vendor] } }
    expect(await causeOf(vendor, { ...seed, ...options })).toContain(cause)
  })
})
