import type { Body, Mutant, Mutants } from './mutant.ts'
import { pairs } from './pairs.ts'

const hello = { role: 'user', content: 'Hi' }
const marked = {
  role: 'user',
  content: [{ type: 'text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }],
}
const called = (id: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{}' } }],
})
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'sunny' })
const asked = [hello, called('call_1'), result('call_1')]
const image = { type: 'image_url', image_url: { url: 'https://x.org/a.png' } }
const sealed = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}

const body = (messages: readonly object[], more: Body = {}): Body => ({ model: 'gpt-4.1', messages, ...more })

const talk = (broken: readonly object[], legal: readonly object[]): Mutant => ({
  broken: body(broken),
  legal: body(legal),
})

const declared = (parameters: object): Body => ({
  tools: [{ type: 'function', function: { name: 'search', strict: true, parameters } }],
})

const loose = (parameters: object): Body => ({
  tools: [{ type: 'function', function: { name: 'search', parameters } }],
})

const formed = { type: 'json_schema', json_schema: { name: 'answer', schema: sealed, strict: true } }

const tools = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ type: 'function', function: { name: `t${index}` } }))

const long = 'x'.repeat(41)

const number = (key: string, broken: number, legal: number): Mutant => ({
  broken: body([hello], { [key]: broken }),
  legal: body([hello], { [key]: legal }),
})

/** Broken requests for each rule of Chat Completions. */
export const chatMutants: Mutants = {
  C1: talk([hello, called('call_1'), hello], [...asked, hello]),
  C16: {
    broken: body([hello], { tools: tools(129) }),
    legal: body([hello], { tools: tools(128) }),
  },
  C17: talk(
    [{ role: 'user', content: 'x'.repeat(10_485_761) }],
    [{ role: 'user', content: 'x'.repeat(10_485_760) }],
  ),
  C18: {
    broken: body([hello], { metadata: pairs(17) }),
    legal: body([hello], { metadata: pairs(16) }),
  },
  'C18 value': {
    broken: body([hello], { metadata: { a: 'x'.repeat(513) } }),
    legal: body([hello], { metadata: { a: 'x'.repeat(512) } }),
  },
  C2: talk([hello, result('call_1')], asked),
  C3: talk(
    [hello, { role: 'assistant', content: null }, hello],
    [hello, { role: 'assistant', content: '' }, hello],
  ),
  'C3 null audio': talk(
    [hello, { role: 'assistant', content: null, audio: null }, hello],
    [hello, { role: 'assistant', content: null, audio: { id: 'audio_1' } }, hello],
  ),
  // The fake calls an empty list a broken shape, as the wire does.
  'C3 no content': {
    ...talk(
      [hello, { role: 'assistant', content: [] }, hello],
      [hello, { role: 'assistant', content: 'a' }, hello],
    ),
    fake: 'shape',
  },
  'C3 no calls': {
    ...talk(
      [hello, { role: 'assistant', content: 'a', tool_calls: [] }, hello],
      [hello, { role: 'assistant', content: 'a' }, hello],
    ),
    fake: 'shape',
  },
  C4: talk([hello, called('call_1'), { ...result('call_1'), content: [image] }], asked),
  // The fake calls an unknown role a broken shape, as the wire does.
  C5: { ...talk([{ role: 'robot', content: 'beep' }], [hello]), fake: 'shape' },
  C7: talk([hello, called(long), result(long)], asked),
  // The wire ignores it: nothing is refused, the reasoning is lost.
  C8: {
    ...talk([hello, { role: 'assistant', content: 'a', reasoning_content: 'hm' }, hello], [hello]),
    fake: null,
  },
  C9: {
    broken: body([hello], { ...declared(sealed), model: 'gpt-6-astra' }),
    legal: body([hello], declared(sealed)),
  },
  C10: {
    broken: body([hello], declared({ ...sealed, required: [] })),
    legal: body([hello], declared(sealed)),
  },
  C12: {
    broken: body([hello], loose({ type: 'object', properties: {}, oneOf: [sealed] })),
    legal: body([hello], loose({ type: 'object', properties: { a: { oneOf: [sealed] } } })),
  },
  'C12 list': {
    broken: body([hello], loose({ type: 'object', properties: { a: { type: ['array', 'null'] } } })),
    legal: body(
      [hello],
      loose({ type: 'object', properties: { a: { type: ['array', 'null'], items: {} } } }),
    ),
  },
  C13: {
    broken: body([hello], { model: 'gpt-3.5-turbo', response_format: formed }),
    legal: body([hello], { response_format: formed }),
  },
  C14: {
    broken: body([marked], { model: 'gpt-5.5' }),
    legal: body([marked], { model: 'gpt-5.6-sol' }),
  },
  C15: talk([{ ...hello, name: 'John Smith' }], [{ ...hello, name: 'John_Smith' }]),
  'C15 length': talk([{ ...hello, name: 'a'.repeat(65) }], [{ ...hello, name: 'a'.repeat(64) }]),
  C11: number('temperature', 3, 2),
  'C11 top_p': number('top_p', 1.5, 1),
  'C11 presence': number('presence_penalty', -2.5, -2),
  'C11 frequency': number('frequency_penalty', 2.5, 2),
  'C11 seed': number('seed', 1.5, -1),
  'C11 output': number('max_completion_tokens', 0, 1),
}
