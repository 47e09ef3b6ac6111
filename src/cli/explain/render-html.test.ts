import { describe, expect, test } from 'vitest'
import { compile } from '../../core/compile/compile.ts'
import { explain } from '../../core/explain/explain.ts'
import { redact } from '../../core/protect/index.ts'
import { fromAnthropic } from '../../core/vendor/anthropic/read/anthropic.ts'
import { fromOpenAI } from '../../core/vendor/openai/read/openai.ts'
import { agent, createSession } from '../../index.ts'
import { renderHtml } from './render-html.ts'

const hostile = `</pre></script><script>alert(1)</script><img src=x onerror="alert(2)">' "&amp; <!--`

async function page(content: string, budget = 50_000): Promise<string> {
  const conversation = fromOpenAI([
    { role: 'system', content },
    { role: 'user', content: `old ${content}` },
    {
      role: 'assistant',
      content,
      tool_calls: [
        { id: content, function: { name: content, arguments: JSON.stringify({ [content]: content }) } },
      ],
    },
    { role: 'user', content },
  ])
  const result = await compile(conversation, { model: 'gpt-5.4', budget })
  return renderHtml(explain(result, conversation), { result, program: conversation })
}

test('hostile text stays text', async () => {
  const tagsOf = (text: string): string[] => text.match(/<\/?[a-z!][^>]*>/g) ?? []
  const nameOf = (tag: string) => /^<\/?([a-z!]+)/.exec(tag)?.[1]
  const harmless = [await page('x'), await page('x '.repeat(300), 1_400), await page('x', 1)]
  const known = new Set(harmless.flatMap(tagsOf).map(nameOf))
  for (const budget of [50_000, 330, 1]) {
    const tags = tagsOf(await page(hostile, budget))
    expect(tags.filter(tag => !known.has(nameOf(tag)))).toEqual([])
    expect(tags.filter(tag => tag.startsWith('<script')).length).toBeLessThanOrEqual(1)
    expect(tags.join('')).not.toContain('onerror="')
  }
})

test('hostile declarations stay text, in JSON and in names too', async () => {
  const program = fromOpenAI({
    model: hostile,
    messages: [
      { role: 'user', content: [{ type: 'text', text: hostile }] },
      { role: hostile, content: hostile },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: hostile,
          description: hostile,
          parameters: { type: 'object', description: hostile },
        },
      },
    ],
    response_format: { type: 'json_schema', json_schema: { name: hostile, schema: { type: hostile } } },
  })
  for (const target of ['openai', 'openai-chat', 'anthropic'] as const) {
    const result = await compile(program, { target })
    const text = renderHtml(explain(result, program), { result, program })
    expect(text).not.toContain('alert(1)</')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('"alert(2)"')
    expect(text.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1)
  }
})

test('the page loads no resource and runs only its own script', async () => {
  const text = await page('Hello')
  expect(text).toMatch(/default-src &#39;none&#39;/)
  expect(text).toMatch(/script-src &#39;sha256-[A-Za-z0-9+/]{43}=&#39;/)
  expect(text).not.toMatch(/(src|href)="(?!#)/)
  expect(text).not.toMatch(/url\(|@import/)
})

test('a block shows the text as sent, its origin, and its message', async () => {
  const text = await page('Hello')
  expect(text).toMatch(
    /<code>\/messages\/1\/content<\/code>.*<a href="#u0\.0-from-0" data-origin="e:0\.0">message\[1\]<\/a>/,
  )
  expect(text).toMatch(/id="u0\.0-from-0".*message\[1\] <span>user<\/span>/)
  expect(text).toContain('<mark class="made" data-origin="c:no-result"')
})

test('dropped units are shown, and so is a compile without a request', async () => {
  expect(await page('Hello '.repeat(200), 1_200)).toContain('1 unit dropped here')
  const none = await page('Hello', 1)
  expect(none).toContain('could not be sent')
  expect(none).toContain('CX4001')
})

test('a message that many units share is shown in each, with only the parts of that unit', async () => {
  const sizeOf = async (count: number): Promise<number> => {
    const calls = Array.from({ length: count }, (_, index) => `t${index}`)
    const conversation = fromAnthropic([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: calls.map(id => ({ type: 'tool_use', id, name: 'f', input: {} })) },
      {
        role: 'user',
        content: calls.flatMap(id => [
          { type: 'tool_result', tool_use_id: id, content: 'result' },
          { type: 'text', text: 'words' },
        ]),
      },
    ])
    const result = await compile(conversation, { model: 'claude-opus-4-6' })
    const shown = renderHtml(explain(result, conversation), { result, program: conversation })
    const ids = shown.match(/ id="[^"]+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(shown).toContain('parts of other units')
    return shown.length
  }
  expect(await sizeOf(400)).toBeLessThan(4.5 * (await sizeOf(100)))
})

test('the text of a dropped unit is on the page, with its fate and the reason', async () => {
  const text = await page(`The hotel is called Lindgren. ${'Hello '.repeat(200)}`, 1_200)
  const [, row = ''] = /<details class="block dropped[^>]*id="(u\d+\.\d+)".*?<\/details>/s.exec(text) ?? []
  expect(row).toBe('u0.0')
  const dropped = text.slice(text.indexOf('id="u0.0"'))
  expect(dropped).toMatch(/^[^<]*<summary>.*dropped: older than the history that fits the budget/s)
  expect(dropped).toContain('old The hotel is called Lindgren.')
})

test('a dropped unit that a summary replaces links to the summary', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: 'The hotel is called Lindgren.' },
      { author: 'helper', text: 'Noted.' },
      { author: 'user', text: 'Go on.' },
      { author: 'user', text: 'A hotel.', actions: { compaction: { covers: [{ from: 0, to: 1 }] } } },
      { author: 'user', text: 'And now?' },
    ],
  })
  const program = { agent: agent({ name: 'helper' }), session }
  const result = await compile(program, { model: 'gpt-5.4' })
  const text = renderHtml(explain(result, program), { result, program })
  expect(text).toMatch(/replaced by a summary\. <a href="#u3\.0">Read the summary<\/a>/)
  expect(text).toContain('id="u3.0"')
})

test('a protected value is not on the page when its message was dropped', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: `The code is tulip-481516. ${'word '.repeat(400)}` },
      { author: 'user', text: 'And now?' },
    ],
  })
  const program = {
    agent: agent({ name: 'helper', protect: [redact({ patterns: [/tulip-\d+/] })] }),
    session,
  }
  const result = await compile(program, { model: 'gpt-5.4', budget: 100 })
  expect(result.ledger.rows[0]).toMatchObject({ fate: 'omitted' })
  const text = renderHtml(explain(result, program), { result, program })
  expect(text).toContain('The code is [secret:pattern:1].')
  expect(text).not.toContain('481516')
})

describe('a page is bounded', () => {
  const size = { sent: 30_000, dropped: 50_000, text: 1_000 }
  const chat = (count: number, length: number) =>
    fromOpenAI(
      Array.from({ length: count }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `Number ${at}. ${'word '.repeat(length)}`,
      })),
    )
  const bounded = async (count: number, length: number, budget?: number): Promise<string> => {
    const conversation = chat(count, length)
    const options = { target: 'openai-chat', model: 'gpt-5.4', ...(budget && { budget }) } as const
    const result = await compile(conversation, options)
    return renderHtml(explain(result, conversation), { result, program: conversation }, size)
  }

  test('for a history that is mostly dropped, and it says how many units it lacks', async () => {
    const [small, large] = [await bounded(400, 50, 3_000), await bounded(8_000, 50, 3_000)]
    expect(large.length).toBeLessThan(small.length + 5_000)
    expect(large).toMatch(
      /7,\d{3} older units not on this page\. <code>ctxc explain FILE --find TEXT<\/code>/,
    )
    expect(large).not.toContain('Number 0.')
    const kept = large.match(/Number \d+\./g)?.map(words => Number(words.slice(7, -1))) ?? []
    expect(Math.max(...kept)).toBe(7_999)
  })

  test('for a history that is all sent', async () => {
    const [small, large] = [await bounded(400, 10), await bounded(4_000, 10)]
    expect(large.length).toBeLessThan(small.length + 50_000)
    expect(large).toMatch(/3,\d{3} older units sent, and not on this page/)
  })

  test('for a long text, of which it shows the beginning', async () => {
    const text = await bounded(1, 100_000)
    expect(text.length).toBeLessThan(60_000)
    expect(text).toMatch(
      /The first 1,000 of 500,0\d\d characters\. <code>ctxc explain FILE --find TEXT<\/code>/,
    )
  })
})
