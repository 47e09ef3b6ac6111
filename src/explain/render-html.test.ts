import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { fromAnthropic } from '../from/anthropic.ts'
import { fromOpenAI } from '../from/openai.ts'
import { explain } from './explain.ts'
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
