import { png } from '../images.ts'
import type { Body, Mutant, Mutants } from './mutant.ts'

const tool = { name: 'search', input_schema: { type: 'object', properties: {} } }
const text = (words: string): object => ({ type: 'text', text: words })
const user = (...content: readonly object[]): object => ({ role: 'user', content })
const answer = (...content: readonly object[]): object => ({ role: 'assistant', content })
const call = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' }
const hello = user(text('Hi'))

const body = (messages: readonly object[], more: Body = {}): Body => ({
  model: 'claude-sonnet-5',
  max_tokens: 4_096,
  messages,
  ...more,
})

/** A conversation with tools, broken in its messages. */
const talk = (broken: readonly object[], legal: readonly object[], more: Body = {}): Mutant => ({
  broken: body(broken, { tools: [tool], ...more }),
  legal: body(legal, { tools: [tool], ...more }),
})

/** One question, broken in its settings. */
const setting = (broken: Body, legal: Body, more: Body = {}): Mutant => ({
  broken: body([hello], { ...more, ...broken }),
  legal: body([hello], { ...more, ...legal }),
})

const sized = (side: number, length = 100): object => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png(side, 64, length) },
})

const pagesOf = (pages: number): object => ({
  type: 'document',
  source: {
    type: 'base64',
    media_type: 'application/pdf',
    data: btoa(`%PDF-1.4\n${'<</Type /Page\n>>'.repeat(pages)}`),
  },
})

const asked = [hello, answer(call), user(result)]
const format = (schema: object): Body => ({ output_config: { format: { type: 'json_schema', schema } } })
const sealed = {
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
  additionalProperties: false,
}
const bounded = { ...sealed, properties: { age: { type: 'integer', minimum: 0 } } }
const age = (schema: object): object => ({ ...sealed, properties: { age: schema } })
const optional = (count: number): object => ({
  ...sealed,
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
  required: [],
})
const input = (broken: object, legal: object): Mutant =>
  setting({ tools: [{ ...tool, input_schema: broken }] }, { tools: [{ ...tool, input_schema: legal }] })
const thinking = (signature: string): object => ({ type: 'thinking', thinking: 'hm', signature })
const pdf = { type: 'document', source: { type: 'url', url: 'https://x.org/a.pdf' } }
const change = (name: string): object => ({
  role: 'system',
  content: [{ type: 'tool_removal', name, tool: { type: 'tool_reference', name } }],
})
const found = (name: string): object => ({
  ...result,
  content: [{ type: 'tool_reference', tool_name: name }],
})
const server = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const finder = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
/** The halves of a search that found a tool. */
const searched = (name: string): readonly object[] => [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: finder.name, input: { query: 'x' } },
  {
    type: 'tool_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: {
      type: 'tool_search_tool_search_result',
      tool_references: [{ type: 'tool_reference', tool_name: name }],
    },
  },
]
const clear = [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }]
const summed = answer({ type: 'compaction', content: 'So far.', signature: 'S' })
const mark = { type: 'ephemeral' }
const hour = { type: 'ephemeral', ttl: '1h' }
const marked = (words: string): object => ({ ...text(words), cache_control: mark })
const picture = { type: 'image', source: { type: 'url', url: 'https://x.org/a.png' } }
const many = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => (at % 2 ? answer(text('a')) : hello))

/** One broken request for each rule of the Messages API. */
export const anthropicMutants: Mutants = {
  A1: talk([hello, answer(call), hello], asked),
  A2: talk(
    [hello, answer(call), user(text('Also:'), result)],
    [hello, answer(call), user(result, text('Also:'))],
  ),
  A3: talk(
    [hello, answer(server, call), user(result, text('And?'))],
    [hello, answer(server, call), user(result)],
  ),
  'A3 caller': talk(
    [
      hello,
      answer({ ...call, caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }),
      user(result),
    ],
    asked,
  ),
  A4: talk([answer(text('Hello')), hello], [hello]),
  A5: talk([user(text('Hi'), text(''))], [hello]),
  A6: talk([hello, answer(text('It is'))], [hello, answer(text('It is')), hello]),
  A7: talk([hello, answer({ ...call, input: [] }), user(result)], asked),
  A8: talk(
    [hello, answer(thinking(''), call), user(result)],
    [hello, answer(thinking('AAAA'), call), user(result)],
  ),
  A9: talk(asked, [hello, answer(thinking('AAAA'), call), user(result)], {
    model: 'claude-haiku-4-5',
    thinking: { type: 'enabled', budget_tokens: 1_024 },
  }),
  A12: talk(
    [hello, answer(text('a'), thinking('AAAA')), hello],
    [hello, answer(thinking('AAAA'), text('a')), hello],
  ),
  A13: setting(
    { tool_choice: { type: 'any' } },
    { tool_choice: { type: 'auto' } },
    {
      model: 'claude-haiku-4-5',
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      tools: [tool],
    },
  ),
  A14: setting({ thinking: { type: 'enabled', budget_tokens: 1_024 } }, { thinking: { type: 'adaptive' } }),
  A15: setting({ temperature: 0.5 }, { temperature: 1 }),
  A16: {
    broken: body([hello, { role: 'system', content: [text('Be brief.')] }]),
    legal: body([hello, { role: 'system', content: [text('Be brief.')] }], { model: 'claude-opus-4-8' }),
  },
  A17: talk([hello, change('ghost')], [hello, change('search')], { model: 'claude-opus-4-8' }),
  'A17 reference': talk(
    [hello, answer(call), user(found('ghost'))],
    [hello, answer(call), user(found('search'))],
  ),
  'A17 search': talk(
    [hello, answer(...searched('ghost')), user(text('next'))],
    [hello, answer(...searched('search')), user(text('next'))],
    { tools: [tool, finder] },
  ),
  A18: setting(format(bounded), format(sealed)),
  'A18 format': setting(
    format(age({ type: 'string', format: 'iri' })),
    format(age({ type: 'string', format: 'uri' })),
  ),
  'A18 pattern': setting(
    format(age({ type: 'string', pattern: '\\bage\\b' })),
    format(age({ type: 'string', pattern: '^age$' })),
  ),
  'A18 enum': setting(format(age({ enum: [{ a: 1 }] })), format(age({ enum: ['a', 1, null] }))),
  'A18 oneOf': setting(
    format(age({ oneOf: [{ type: 'string' }] })),
    format(age({ anyOf: [{ type: 'string' }] })),
  ),
  'A18 shared': setting(
    { ...format(optional(13)), tools: [{ name: 'search', strict: true, input_schema: optional(12) }] },
    { ...format(optional(12)), tools: [{ name: 'search', strict: true, input_schema: optional(12) }] },
  ),
  A31: input({ ...sealed, anyOf: [sealed] }, sealed),
  'A31 root': input({ type: 'array', items: {} }, sealed),
  'A31 names': input(
    { type: 'object', properties: { 'filter[a]': {} } },
    { type: 'object', properties: { 'filter.a': {} } },
  ),
  'A31 tuple': input(
    age({ type: 'array', items: [{ type: 'string' }] }),
    age({ type: 'array', prefixItems: [{ type: 'string' }] }),
  ),
  'A31 type': input(age({ type: 'any' }), age({})),
  'A32 strict': setting(
    { tools: [{ ...tool, strict: true, input_schema: sealed }], model: 'claude-opus-4-0' },
    { tools: [{ ...tool, strict: true, input_schema: sealed }] },
  ),
  A32: setting({ ...format(sealed), model: 'claude-opus-4-0' }, format(sealed)),
  A19: talk(
    [user({ ...pdf, citations: { enabled: true } })],
    [user({ ...pdf, citations: { enabled: false } })],
    format(sealed),
  ),
  A20: talk(
    [hello, answer({ type: 'compaction', content: '' }, text('Hm')), hello],
    [hello, answer({ type: 'compaction', content: 'So far.' }, text('Hm')), hello],
  ),
  A33: talk(
    [hello, answer({ type: 'compaction', content: 'So far.', signature: 'S' }), hello],
    [summed, hello],
  ),
  'A33 beside': setting(
    { compaction: { type: 'summarize' }, stop_sequences: ['END'] },
    { compaction: { type: 'summarize' } },
  ),
  'A33 beside later': {
    broken: body([summed, hello], { context_management: { edits: clear } }),
    legal: body([summed, hello]),
  },
  A21: setting(
    { context_management: { edits: clear.toReversed() } },
    { context_management: { edits: clear } },
  ),
  A22: { broken: body(many(100_001)), legal: body(many(99_999)) },
  A34: { broken: body([user(sized(8_001))]), legal: body([user(sized(8_000))]) },
  'A34 bytes': {
    broken: body([user(sized(64, 7_500_003))]),
    legal: body([user(sized(64, 7_500_000))]),
  },
  A35: {
    broken: body([user(...Array(601).fill(sized(64)))]),
    legal: body([user(...Array(600).fill(sized(64)))]),
  },
  'A35 a large one beside many': {
    broken: body([user(sized(2_001), ...Array(20).fill(sized(64)))]),
    legal: body([user(sized(2_001), ...Array(19).fill(sized(64)))]),
  },
  'A35 pages': {
    broken: body([user(pagesOf(300), pagesOf(301))]),
    legal: body([user(pagesOf(300), pagesOf(300))]),
  },
  'A35 bytes': {
    broken: body([user(...Array(4).fill(sized(64, 6_000_003)))]),
    legal: body([user(...Array(3).fill(sized(64, 6_000_003)))]),
  },
  A24: { broken: body(asked), legal: body(asked, { tools: [tool] }) },
  A27: setting({ temperature: 1.5 }, { temperature: 0.5 }, { model: 'claude-haiku-4-5' }),
  A28: {
    broken: body([user(...'abcd'.split('').map(marked))], { cache_control: mark }),
    legal: body([user(...'abc'.split('').map(marked))], { cache_control: mark }),
    fake: 'cache-control',
  },
  A29: talk(
    [hello, answer(call), user({ ...result, is_error: true, content: [picture] })],
    [hello, answer(call), user({ ...result, is_error: true, content: [text('blind')] })],
  ),
  A30: setting({ stop_sequences: ['END', '\n'] }, { stop_sequences: ['END'] }),
  'A27 warm': setting(
    { max_tokens: 0, tool_choice: { type: 'any' } },
    { max_tokens: 0, tool_choice: { type: 'auto' } },
    { tools: [tool] },
  ),
  'A27 top_p': setting({ top_p: -1 }, { top_p: 0 }, { model: 'claude-haiku-4-5' }),
  'A27 top_k': setting({ top_k: 1.5 }, { top_k: 40 }, { model: 'claude-haiku-4-5' }),
  'A28 later': {
    broken: body([hello], {
      tools: [tool, { ...tool, name: 'run', defer_loading: true, cache_control: mark }],
    }),
    legal: body([hello], { tools: [tool, { ...tool, name: 'run', defer_loading: true }] }),
    fake: 'cache-control',
  },
  'A28 order': {
    broken: body([user(marked('a'), { ...marked('b'), cache_control: hour })]),
    legal: body([user({ ...marked('a'), cache_control: hour }, marked('b'))]),
    fake: 'cache-control',
  },
  'A28 order of sections': {
    broken: body([hello], {
      tools: [{ ...tool, cache_control: mark }],
      system: [{ ...text('S'), cache_control: hour }],
    }),
    legal: body([hello], {
      tools: [{ ...tool, cache_control: hour }],
      system: [{ ...text('S'), cache_control: mark }],
    }),
    fake: 'cache-control',
  },
  'A28 automatic': {
    broken: body([user({ ...text('a'), cache_control: hour })], { cache_control: mark }),
    legal: body([user(marked('a'))], { cache_control: mark }),
    fake: 'cache-control',
  },
  'A29 empty': talk(
    [hello, answer(call), user({ ...result, is_error: true, content: '' })],
    [hello, answer(call), user({ ...result, content: '' })],
  ),
  'A29 no content': talk(
    [hello, answer(call), user({ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true })],
    [hello, answer(call), user({ type: 'tool_result', tool_use_id: 'toolu_1' })],
  ),
}
