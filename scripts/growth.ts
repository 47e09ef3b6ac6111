/** Public functions on hostile inputs of size n, 2n and 4n: one whose time grows faster than its input fails. */
import process from 'node:process'
import { renderTemplate } from '../src/compile.ts'
import { contextCompiler } from '../src/core/adapter/ai-sdk/index.ts'
import { count } from '../src/core/count/count.ts'
import { fromADK } from '../src/core/from/adk/adk.ts'
import { fromLangChain } from '../src/core/from/langchain/langchain.ts'
import { targetNames } from '../src/core/ir/target-name.ts'
import { fromAISDK } from '../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { fromAnthropic } from '../src/core/vendor/anthropic/read/anthropic.ts'
import { fromGemini } from '../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../src/core/vendor/openai/read/openai-responses.ts'
import { diff, explain } from '../src/explain.ts'
import { importConversation } from '../src/from.ts'
import { C, compile, createSession } from '../src/index.ts'
import { parseProgram } from '../src/program.ts'
import { createContextBuilder, createState } from '../src/run/memory/index.ts'
import { models } from '../test/targets.ts'
import { known, cases as programs } from './growth-programs.ts'

/** Factor by which the time may grow if the input doubles. */
const most = 3
/** Milliseconds below which a measured time is not reliable. */
const least = 60

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index))
const call = (index: number) => ({
  id: `c${index}`,
  type: 'function' as const,
  function: { name: 'read', arguments: '{}' },
})

/** Tool call with a result that consists of one hostile text. */
const answered = (content: string) =>
  fromOpenAI([
    { role: 'user', content: 'Read it' },
    { role: 'assistant', content: null, tool_calls: [call(0)] },
    { role: 'tool', tool_call_id: 'c0', content },
  ])
const talk = (size: number) =>
  fromOpenAI(
    list(size, index => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Word ${index}`,
    })),
  )
const parallel = (size: number) => [
  { role: 'user' as const, content: 'Read them' },
  { role: 'assistant' as const, content: null, tool_calls: list(size, call) },
  ...list(size, index => ({ role: 'tool' as const, tool_call_id: `c${index}`, content: 'ok' })),
]
const blank = (size: number) => `${' '.repeat(size)}!`
const file = (size: number) => [
  { role: 'user' as const, content: [{ type: 'file' as const, data: blank(size), mediaType: 'image/png' }] },
]

/** Cases by name. Each does its work on an input of a size; making the input is not measured. */
const cases: Record<string, readonly [size: number, (size: number) => () => unknown]> = {
  'importConversation, messages': [
    10_000,
    size => () => importConversation(list(size, () => ({ role: 'user', content: 'x' }))),
  ],
  'fromOpenAI, calls of one answer': [1_000, size => () => fromOpenAI(parallel(size))],
  'fromOpenAIResponses, items': [
    10_000,
    size => () => fromOpenAIResponses(list(size, () => ({ role: 'user', content: 'x' }))),
  ],
  'fromAnthropic, blocks': [
    10_000,
    size => () => fromAnthropic([{ role: 'user', content: list(size, () => ({ type: 'text', text: 'x' })) }]),
  ],
  'fromGemini, parts': [
    10_000,
    size => () => fromGemini([{ role: 'user', parts: list(size, () => ({ text: 'x' })) }]),
  ],
  'fromAISDK, messages': [
    10_000,
    size => () => fromAISDK(list(size, () => ({ role: 'user', content: 'x' }))),
  ],
  'fromLangChain, messages': [
    10_000,
    size => () => fromLangChain(list(size, () => ({ type: 'human', content: 'x' })) as never),
  ],
  'fromADK, events': [
    5_000,
    size => () =>
      fromADK({
        id: 's',
        events: list(size, () => ({ author: 'user', content: { role: 'user', parts: [{ text: 'x' }] } })),
      } as never),
  ],
  'count, blanks': [500_000, size => () => count(blank(size))],
  'compile, blanks in a file': [
    50_000,
    size => () => compile(fromAISDK(file(size)), { target: 'ai-sdk', model: 'gpt-5.4' }),
  ],
  'contextCompiler, blanks in a file': [
    50_000,
    size => () =>
      contextCompiler().transformParams?.({
        type: 'generate',
        model: { modelId: 'gpt-5.4', provider: 'openai.responses' },
        params: { prompt: file(size) },
      } as never),
  ],
  'compile, calls of one answer': [
    500,
    size => () => compile(fromOpenAI(parallel(size)), { target: 'openai-chat', model: 'gpt-5.4' }),
  ],
  'explain, messages': [
    1_000,
    size => async () => explain(await compile(talk(size), { model: 'gpt-5.4', budget: 5_000 }), talk(size)),
  ],
  'diff, messages': [
    1_000,
    size => async () =>
      diff(
        await compile(talk(size), { model: 'gpt-5.4' }),
        await compile(talk(size + 1), { model: 'gpt-5.4' }),
      ),
  ],
  ...programs,
  'renderTemplate, braces': [100_000, size => () => renderTemplate('{'.repeat(size) + 'k}'.repeat(size), {})],
  'parseProgram, members': [
    500,
    size => () =>
      parseProgram({
        kind: 'pipeline',
        members: list(size, index => ({ name: `a${index}`, instruction: '{'.repeat(100) })),
      }),
  ],
  'createContextBuilder, chunks': [
    500,
    size => () =>
      createContextBuilder().build(
        createState(
          list(size, index => ({
            id: `c${index}`,
            type: 'AGENT' as const,
            content: { type: 'TEXT', role: 'user', text: `Word ${index}` },
          })) as never,
        ),
        { maxTokens: 20_000, systemPrompt: 'Be brief.' } as never,
      ),
  ],
}
for (const target of targetNames)
  for (const [name, text] of Object.entries({
    blanks: blank,
    'line feeds': (size: number) => '\n'.repeat(size),
    braces: (size: number) => '{"a":['.repeat(size / 6),
  }))
    cases[`compile ${target}, ${name}`] = [
      100_000,
      size => () => compile(answered(text(size)), { target, model: models[target], budget: 2_000_000 }),
    ]
for (const [name, context] of Object.entries({
  compact: C.all().compact(),
  truncate: C.all().truncate({ tokens: 200 } as never),
  relevant: C.relevant(),
}))
  cases[`context ${name}, lines`] = [
    100_000,
    size => {
      const session = createSession({
        events: [
          { author: 'user', text: 'Read it' },
          { author: 'a', text: `${'file.ts: 12 (x) = {\n'.repeat(size / 20)}` },
          { author: 'user', text: 'And?' },
        ],
      })
      return () =>
        compile({ name: 'a', context: [context] } as never, session, { model: 'gpt-5.4', budget: 10_000 })
    },
  ]

/** Returns the shortest of five runs in milliseconds of processor time, so that other processes do not count. */
async function timeOf(run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const began = process.cpuUsage()
    await run()
    shortest = Math.min(shortest, spentSince(began))
    if (shortest > 2_000) break
  }
  return shortest
}

function spentSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

const slow: string[] = []
/** Beginnings of the names of cases to run; empty for all. */
const asked = process.argv.slice(2)
const chosen = Object.entries(cases).filter(
  ([name]) => asked.length === 0 || asked.some(word => name.startsWith(word)),
)
for (const [name, [size, make]] of chosen) {
  try {
    const times: number[] = []
    for (const factor of [1, 2, 4]) times.push(await timeOf(make(size * factor)))
    const [one = 0, two = 0, four = 0] = times
    // The compiler's constant start time must not hide the growth, so only the last doubling counts.
    const isSlow = four > least && four / Math.max(two, 1) > most
    if (isSlow && known[name] === undefined) slow.push(name)
    const shown = times.map(time => `${time.toFixed(0)} ms`.padStart(9)).join('')
    console.log(
      `${name.padEnd(36)}${shown}   x${(two / one).toFixed(1)} x${(four / two).toFixed(1)}${isSlow ? `   ${known[name] ?? 'TOO SLOW'}` : ''}`,
    )
  } catch (error) {
    slow.push(name)
    console.log(`${name.padEnd(36)} threw: ${String(error).slice(0, 200)}`)
  }
}
if (slow.length > 0) {
  console.error(`\n${slow.length} of ${chosen.length} grow faster than their input: ${slow.join('; ')}`)
  process.exit(1)
}
