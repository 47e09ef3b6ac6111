import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pageSize } from '../../src/cli/explain/html/page-size.ts'
import { renderHtml } from '../../src/cli/explain/render-html.ts'
import type { Program } from '../../src/core/program/program.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { explain } from '../../src/explain.ts'
import { agent, C, type CompileOptions, compile, createSession } from '../../src/index.ts'
import { root } from '../entries.ts'

type Size = Parameters<typeof renderHtml>[2]

/** Hostile text: it tries to become HTML, to run a script, or to change the text direction of its line. */
const hostile = `</pre></script><script>throw new Error('ran')</script><img src=x onerror="fetch('http://x.test')"> \u202e\u2028 &amp; <!--`

const words = (count: number): string => 'many different words '.repeat(count)

const chat = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at}. ${words(20)}`,
  }))

const call = (id: string, name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})

/** Session with every colour and every kind of row: all roles, tools, a schema, edits, diagnostics of each level. */
const colours = () =>
  fromOpenAI({
    model: hostile,
    messages: [
      { role: 'system', content: `You are careful. ${hostile}` },
      { role: 'user', content: `The seat is 12A. ${words(800)}` },
      { role: 'assistant', content: '' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'tool', tool_call_id: 'gone', content: 'A result without a call.' },
      { role: 'user', content: hostile },
      call('c1', 'look_up', { query: `"${hostile}"` }),
      { role: 'tool', tool_call_id: 'c1', content: `{"answer":"${'x'.repeat(4_000)}"}` },
      call('c2', 'look_up', {}),
      { role: 'user', content: 'And now?' },
    ],
    tools: [{ type: 'function', function: { name: 'look_up', description: hostile } }],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
  })

/** A session in which a summary replaces messages, old texts are compacted, and a value is redacted. */
const replaced = () => ({
  agent: agent({ name: 'helper', instruction: 'Help.', context: C.all().compact({ olderThan: 1 }) }),
  session: createSession({
    events: [
      { author: 'user', text: `The hotel is called Lindgren. ${words(30)}` },
      { author: 'helper', text: 'Noted.' },
      { author: 'user', text: 'Go on.' },
      {
        author: 'user',
        text: 'They look for a hotel.',
        actions: { compaction: { covers: [{ from: 0, to: 1 }] } },
      },
      { author: 'user', text: `${words(90)} The code is in the middle: tulip. ${words(90)}` },
      { author: 'helper', text: 'Thank you.' },
      { author: 'user', text: 'What was the code?' },
      { author: 'helper', text: 'It was in the middle.' },
      { author: 'user', text: 'And now?' },
    ],
  }),
})

/** Writes pages of `ctxc explain --html` into a folder, and returns their addresses by name. */
export async function explainPages(folder: string): Promise<Readonly<Record<string, string>>> {
  const write = async (
    name: string,
    program: Program,
    options: CompileOptions,
    { size, withProgram = true }: { size?: Size; withProgram?: boolean } = {},
  ): Promise<readonly [string, string]> => {
    const result = await compile(program, options)
    const given = withProgram ? program : undefined
    const file = join(folder, `${name}.html`)
    writeFileSync(file, renderHtml(explain(result, given), { result, program: given }, size))
    return [name, pathToFileURL(file).href]
  }
  const example = join(root, 'examples/real-conversation/conversation.json')
  const recorded = fromOpenAI(JSON.parse(readFileSync(example, 'utf8')))
  const claude = { model: 'claude-sonnet-5' } as const
  return Object.fromEntries([
    await write('recorded', recorded, { ...claude, budget: 9_400, bound: 'proven' }),
    await write('colours', colours(), { ...claude, budget: 4_000 }),
    await write('replaced', replaced(), claude),
    await write('no-request', fromOpenAI(chat(4)), { ...claude, budget: 5 }),
    await write('no-program', fromOpenAI(chat(40)), { ...claude, budget: 1_500 }, { withProgram: false }),
    await write(
      'long',
      fromOpenAI([{ role: 'user', content: `The oldest. ${words(9)}` }, ...chat(600)]),
      { ...claude, budget: 30_000 },
      { size: { ...pageSize, sent: 40_000, dropped: 40_000, text: 300 } },
    ),
  ])
}
