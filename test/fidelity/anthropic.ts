import fc from 'fast-check'
import { fromAnthropic } from '../../src/from.ts'
import { type Format, said, sealed, some } from './same.ts'

type Block = Readonly<Record<string, unknown>>

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
const mark = { type: 'ephemeral' as const }
const text = said().map((words): Block => ({ type: 'text', text: words }))
const citation = {
  type: 'web_search_result_location',
  url: 'https://x.no',
  title: 'X',
  encrypted_index: 'AA==',
  cited_text: 'x',
}
const cited = said().map((words): Block => ({ type: 'text', text: words, citations: [citation] }))
const thinking = fc.oneof(
  fc.record({
    type: fc.constant('thinking'),
    thinking: fc.oneof(said(), fc.constant('')),
    signature: sealed(),
  }),
  fc.record({ type: fc.constant('redacted_thinking'), data: sealed() }),
)
const image = fc.constantFrom<Block>(
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
  { type: 'image', source: { type: 'url', url: 'https://x.no/a.png' } },
  { type: 'image', source: { type: 'file', file_id: 'file_1' } },
)
const document = fc
  .record({
    source: fc.constantFrom(
      { type: 'url', url: 'https://x.no/a.pdf' },
      { type: 'text', media_type: 'text/plain', data: 'Words.' },
    ),
  })
  .chain(({ source }) =>
    some({
      title: fc.constant('A'),
      context: fc.constant('B'),
      citations: fc.constant({ enabled: true }),
    }).map((more): Block => ({ type: 'document', source, ...more })),
  )
const found = {
  type: 'search_result',
  source: 'https://x.no',
  title: 'X',
  content: [{ type: 'text', text: 'x' }],
}

/** Blocks of a server's tool, which must be adjacent. */
const served = fc.constantFrom<readonly Block[]>(
  [
    { type: 'server_tool_use', id: 'srvtoolu_N', name: 'web_search', input: { query: 'x' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_N',
      content: [{ type: 'web_search_result', url: 'https://x.no', title: 'X', encrypted_content: 'AA==' }],
    },
  ],
  [
    { type: 'server_tool_use', id: 'srvtoolu_N', name: 'code_execution', input: { code: '1' } },
    {
      type: 'code_execution_tool_result',
      tool_use_id: 'srvtoolu_N',
      content: { type: 'code_execution_result', stdout: '1' },
    },
  ],
  [{ type: 'new_block', words: ['kept', { as: 'it came' }] }],
)
const call = some({ caller: fc.constant({ type: 'direct' }), cache_control: fc.constant(mark) }).map(
  (more): readonly Block[] => [
    { type: 'tool_use', id: 'toolu_N', name: 'save', input: { n: 1, list: ['a'] }, ...more },
  ],
)
const alone = (block: fc.Arbitrary<Block>): fc.Arbitrary<readonly Block[]> => block.map(one => [one])
const answer = fc
  .tuple(
    fc.array(fc.oneof(alone(text), alone(cited), alone(thinking), served, call), { maxLength: 6 }),
    fc.oneof(alone(text), call),
  )
  .map(([groups, last]) => [...groups, last].flat())
const content = fc.oneof(
  said(),
  fc.array(fc.oneof(text, image, document, fc.constant<Block>(found)), { minLength: 2, maxLength: 3 }),
)
const outcome = fc.oneof(
  fc.record({ content }),
  fc.record({ content: said(), is_error: fc.constant(true) }),
  fc.constant({}),
)
const spoken = fc.array(fc.oneof(text, image, document, fc.constant<Block>(found)), {
  minLength: 1,
  maxLength: 3,
})

/** Gives each call an id of its own, and its results with it. */
function numbered(turns: readonly (readonly [Block[], Block[], object])[]): object[] {
  let number = 0
  return turns.flatMap(([blocks, words, result]) => {
    const content = blocks.map((block): Block => {
      if (typeof block.id === 'string') return { ...block, id: block.id.replace('N', String(++number)) }
      const { tool_use_id: of } = block
      return typeof of === 'string' ? { ...block, tool_use_id: of.replace('N', String(number)) } : block
    })
    const calls = content.filter(({ type }) => type === 'tool_use')
    const results = calls.map(({ id }): Block => ({ type: 'tool_result', tool_use_id: id, ...result }))
    return [
      { role: 'assistant', content },
      { role: 'user', content: [...results, ...words] },
    ]
  })
}

/** Requests of the Messages API. */
export const anthropicFormat: Format = {
  target: 'anthropic',
  model: 'claude-sonnet-5',
  requests: fc
    .tuple(spoken, fc.array(fc.tuple(answer, spoken, outcome), { minLength: 1, maxLength: 3 }))
    .map(([first, turns]) => ({
      model: 'claude-sonnet-5',
      max_tokens: 4_000,
      tools: [
        { name: 'save', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
        { type: 'code_execution_20250825', name: 'code_execution' },
      ],
      messages: [{ role: 'user', content: first }, ...numbered(turns)],
    }))
    .filter(request => JSON.stringify(request).split('cache_control').length <= 4),
  read: request => fromAnthropic(request as never),
  pieces: request =>
    (request as { messages: { role: string; content: string | Block[] }[] }).messages.flatMap(
      ({ role, content }) =>
        (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(block => ({
          role,
          block,
        })),
    ),
}
