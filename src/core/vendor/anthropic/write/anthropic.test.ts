import { describe, expect, test } from 'vitest'
import { compile } from '../../../compile/compile.ts'
import { emptyErrorText } from '../../../lower/repairs.ts'
import { fromAnthropic } from '../read/anthropic.ts'
import type { AnthropicRequest } from './request.ts'

const tool = { name: 'search', input_schema: { type: 'object' as const, properties: {} } }
const text = (words: string) => ({ type: 'text', text: words })
const user = (...content: readonly object[]) => ({ role: 'user', content })
const answer = (...content: readonly object[]) => ({ role: 'assistant', content })
const hello = user(text('Hi'))
const call = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} }

async function run(messages: readonly object[], more: object = {}, model = 'claude-sonnet-5') {
  const result = await compile(fromAnthropic({ messages, ...more } as never), { target: 'anthropic', model })
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'))
  const dropped = result.diagnostics.filter(({ code }) => code === 'CX7012')
  return { ...result, request: result.request as AnthropicRequest, dropped }
}

/** Returns the places of a request's marks, with their lifetimes. */
function marks(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { cache_control: mark } = value as { cache_control?: { ttl?: string } }
  const own = mark ? [`${pointer} ${mark.ttl ?? '5m'}`] : []
  return [...Object.entries(value).flatMap(([key, item]) => marks(item, `${pointer}/${key}`)), ...own]
}

describe('cache marks', () => {
  const mark = { type: 'ephemeral' }
  const hour = { type: 'ephemeral', ttl: '1h' }

  test('keep their last four, in the order of the prefix', async () => {
    const { request, dropped } = await run(
      [user(...['a', 'b', 'c'].map(words => ({ ...text(words), cache_control: mark })))],
      {
        system: [{ ...text('S'), cache_control: mark }],
        tools: [{ ...tool, cache_control: mark }],
        cache_control: mark,
      },
    )
    expect(marks(request).sort()).toEqual([
      ' 5m',
      '/messages/0/content/0 5m',
      '/messages/0/content/1 5m',
      '/messages/0/content/2 5m',
    ])
    expect(dropped).toMatchObject([{ at: ['d:tool:search'], data: { setting: 'cache_control' } }])
  })

  test('lose a short one before an hour, and one of an unknown kind', async () => {
    const { request } = await run(
      [
        user({ ...text('a'), cache_control: mark }, { ...text('b'), cache_control: hour }),
        answer(call),
        user({
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [
            { ...text('c'), cache_control: mark },
            { ...text('d'), cache_control: { type: 'forever' } },
          ],
        }),
      ],
      { tools: [{ ...tool, cache_control: mark }] },
    )
    expect(marks(request)).toEqual(['/messages/0/content/1 1h', '/messages/2/content/0/content/0 5m'])
  })

  test('lose the automatic one if lifetimes would collide, and never stay on thinking', async () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'AAAA', cache_control: mark }
    const { request } = await run(
      [hello, answer(thought, text('x')), user({ ...text('a'), cache_control: hour })],
      {
        cache_control: mark,
        model: 'claude-sonnet-5',
      },
    )
    expect(marks(request)).toEqual(['/messages/2/content/0 1h'])
  })

  test('keep a mark that the caller set', async () => {
    const result = {
      type: 'search_result',
      source: 'x',
      title: 'X',
      content: [{ ...text('a'), cache_control: mark }],
    }
    const messages = [user(...Array.from({ length: 6 }, () => structuredClone(result)))]
    const { request } = await run(messages)
    expect(marks(request)).toHaveLength(4)
    expect(marks(messages)).toHaveLength(6)
  })
})

describe('an error result', () => {
  const errorOf = async (content: unknown) => {
    const failed = { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content }
    const { request, ledger } = await run([hello, answer(call), user(failed)], { tools: [tool] })
    const [block] = request.messages[2]?.content ?? []
    return { block, edits: ledger.rows.flatMap(({ edits }) => edits) }
  }

  test.each([[''], [[]], [undefined], [' '], [[text('')]]])('with %j says it failed', async content => {
    expect(await errorOf(content)).toMatchObject({
      block: { content: emptyErrorText, is_error: true },
      edits: ['repaired'],
    })
  })

  test('holds words only', async () => {
    const picture = { type: 'image', source: { type: 'url', url: 'https://x.org/a.png' } }
    const found = { type: 'search_result', source: 'x', title: 'X', content: [text('a')] }
    expect(await errorOf([text('no'), picture, found])).toMatchObject({
      block: {
        content: [
          text('no'),
          text('[file, image/* https://x.org/a.png]'),
          text(expect.stringContaining('"title":"X"')),
        ],
      },
      edits: ['repaired'],
    })
  })
})

describe('numbers', () => {
  test('are dropped out of range', async () => {
    const { request, dropped } = await run(
      [hello],
      { temperature: 1.5, top_p: -1, top_k: 1.5, stop_sequences: [' ', 'END'] },
      'claude-haiku-4-5',
    )
    expect(request).not.toHaveProperty('temperature')
    expect(request).not.toHaveProperty('top_p')
    expect(request).not.toHaveProperty('top_k')
    expect(request.stop_sequences).toEqual(['END'])
    expect(dropped.map(({ data }) => data.setting)).toEqual(['temperature', 'topP', 'topK', 'stopSequences'])
  })

  test('include top_p if the temperature cannot be sent', async () => {
    const { request } = await run([hello], { temperature: 2, top_p: 0.5 }, 'claude-haiku-4-5')
    expect(request.top_p).toBe(0.5)
  })

  test.each([
    [{}, 0],
    [{ stream: true }, 1],
    [{ tools: [tool], tool_choice: { type: 'any' } }, 1],
  ])('give a request with %j the max_tokens %d if it only warms the cache', async (more, sent) => {
    const conversation = fromAnthropic({ messages: [hello], ...more })
    const options = { target: 'anthropic', model: 'claude-sonnet-5', budget: { output: 0 } } as const
    const { request, diagnostics } = await compile(conversation, options)
    expect(request).toMatchObject({ max_tokens: sent })
    expect(diagnostics.filter(({ code }) => code === 'CX7012')).toHaveLength(sent)
  })
})

describe('a server tool', () => {
  const used = (name: string) => ({ type: 'server_tool_use', id: 'srvtoolu_1', name, input: {} })
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
  const typesOf = async (blocks: readonly object[], more: object) => {
    const { request } = await run([hello, answer(...blocks, text('So.')), hello], more)
    return request.messages[1]?.content.map(({ type }) => type as string)
  }

  // An item that cannot be sent in its own form is sent as text (O6).
  const asWords = ['text', 'text', 'text']

  test('is sent if it is declared, its result with it', async () => {
    const declared = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    const other = { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }
    const pair = [used('web_search'), found]
    expect(await typesOf(pair, declared)).toEqual(['server_tool_use', 'web_search_tool_result', 'text'])
    expect(await typesOf(pair, other)).toEqual(asWords)
    expect(await typesOf(pair, {})).toEqual(asWords)
  })

  test('is code execution also for the tools that run code', async () => {
    const ran = { type: 'bash_code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: {} }
    const pair = [used('bash_code_execution'), ran]
    const code = { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }
    const filters = { tools: [{ type: 'web_search_20260209', name: 'web_search' }] }
    const plain = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    expect(await typesOf(pair, code)).toHaveLength(3)
    expect(await typesOf(pair, filters)).toHaveLength(3)
    expect(await typesOf(pair, plain)).toEqual(asWords)
  })

  test('is sent over MCP only with a server', async () => {
    const mcp = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 's', input: {} }
    const done = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [] }
    const servers = { mcp_servers: [{ type: 'url', name: 's', url: 'https://x.org' }] }
    const native = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    expect(await typesOf([mcp, done], servers)).toHaveLength(3)
    expect(await typesOf([mcp, done], native)).toEqual(asWords)
    expect(await typesOf([mcp, done], { mcp_servers: [] })).toEqual(asWords)
  })

  test.each([
    ['an empty answer', answer()],
    ['a result without a call', user({ type: 'tool_result', tool_use_id: 'gone', content: 'x' })],
  ])('stays unfinished at the end, though %s follows', async (_, trailing) => {
    const more = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    const { request } = await run([hello, answer(used('web_search')), trailing], more)
    expect(request.messages).toMatchObject([{ role: 'user' }, answer(used('web_search'))])
  })
})

describe('sizes', () => {
  test('bound a late system text with a fence around each of its blocks', async () => {
    const system = (count: number) => ({
      role: 'system',
      content: Array.from({ length: count }, () => text('Be brief.')),
    })
    const max = async (count: number) => (await run([hello, system(count), hello])).tokens.max
    const step = (await max(2)) - (await max(1))
    expect((await max(40)) - (await max(1))).toBe(39 * step)
    expect(step).toBeGreaterThan(58)
  })

  test('count the prompt that the API adds for tools once, declared or not', async () => {
    const asked = [hello, answer(call), user({ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' })]
    const stubbed = await run(asked)
    const declared = await run(asked, { tools: [tool] })
    const forced = await run(asked, { tools: [tool], tool_choice: { type: 'any' } })
    expect(declared.tokens.sections.tools.max).toBe(stubbed.tokens.sections.tools.max)
    expect(declared.tokens.sections.tools.max).toBeGreaterThanOrEqual(474)
    expect(forced.tokens.sections.tools.estimate - declared.tokens.sections.tools.estimate).toBe(120)
  })

  test('count a signature by its sealed content, not as text', async () => {
    const signed = (length: number) =>
      run(
        [
          hello,
          answer({ type: 'thinking', thinking: 'hm', signature: 'A'.repeat(length) }, text('x')),
          hello,
        ],
        { model: 'claude-sonnet-5' },
      )
    const [short, long] = [await signed(8), await signed(808)]
    expect(long.tokens.max - short.tokens.max).toBe(300)
    expect(long.tokens.exact).toBe(false)
  })
})
