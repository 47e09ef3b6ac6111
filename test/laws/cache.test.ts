import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import type { Compiled, CompileOptions, EventInput } from '../../src/index.ts'
import { compile, createSession } from '../../src/index.ts'
import { type Case, cases, conversationOf, countOf } from './case.ts'
import { copy } from './law.ts'
import { legal } from './legal.ts'
import { parameters, patience } from './runs.ts'

/** Models that take cache marks: the most marks, and the distance within which a read finds a write. */
const told: readonly (readonly [TargetName, string, number, number])[] = [
  ['anthropic', 'claude-sonnet-5', 4, 20],
  ['anthropic', 'claude-opus-5-5', 4, 20],
  ['openai', 'gpt-6-astra', 3, 1],
  ['openai-chat', 'gpt-5.6-sol', 3, 1],
  ['ai-sdk', 'claude-sonnet-5', 4, 20],
  ['ai-sdk', 'gpt-6-astra', 3, 1],
]

/** Words that are long enough to be cached, for every model. */
const long = 'Answer in full sentences, and name your sources. '.repeat(160)

const said = ({ request }: Compiled): string => JSON.stringify(request)

/** The request of one length of a session, with the plan of the one before. */
async function at(input: Case, length: number, options: CompileOptions): Promise<Compiled> {
  const whole = conversationOf(input)
  const events = (whole.session.events as readonly EventInput[]).slice(0, length)
  const session = createSession({ events: copy(events) })
  const agent = { ...whole.agent, globalInstruction: long }
  return compile({ ...whole, agent, session }, options)
}

describe.each(told)('%s, %s', (target, model, most, lookback) => {
  test(
    'marks are legal, few, and change nothing else, and a read never exceeds the last mark',
    async () => {
      const cuts = fc.tuple(fc.nat(60), fc.nat(60))
      let [reads, hits] = [0, 0]
      const property = fc.asyncProperty(cases(target), cuts, async (input, lengths) => {
        const bound = conversationOf(input).session.length
        const [first, second] = lengths.map(cut => cut % (bound + 1)).sort((a, b) => a - b) as [
          number,
          number,
        ]
        const options: CompileOptions = { ...countOf(input), target, model, cache: 'mark' }
        const one = await at(input, first, options)
        const two = await at(input, second, { ...options, plan: one.plan })
        const bare = await at(input, second, { ...options, cache: 'keep', plan: one.plan })
        if (!one.ok || !two.ok) return
        for (const result of [one, two]) {
          const marks = said(result).split(
            /"(?:cache_control|cacheControl|prompt_cache_breakpoint|promptCacheBreakpoint)":\{/,
          )
          // Cache marks inside an item that is sent back unchanged count as text, not as breakpoints.
          expect(result.cache.breakpoints.length).toBeLessThanOrEqual(Math.min(most, marks.length - 1))
          const unlimited = async () => result
          const outcome = { input, conversation: conversationOf(input), result, unlimited }
          expect(await legal.check(outcome)).toEqual([])
        }
        if (bare.ok && bare.plan?.fingerprint.instruction === two.plan?.fingerprint.instruction)
          expect(two.prefix.map(({ text }) => text)).toEqual(bare.prefix.map(({ text }) => text))
        const { read, written, uncached, minimum } = two.cache.against(one)
        expect(read + written + uncached).toBe(two.tokens.input)
        expect(two.cache.against(null).read).toBe(0)
        if (read > 0) hits++
        reads++
        expect(read === 0 || read >= (minimum ?? 0)).toBe(true)
        const found = mostFound(one, two, lookback)
        if (target === 'anthropic') expect(read).toBe(found)
        else expect(read).toBeGreaterThanOrEqual(found)
      })
      await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 10) })
      console.log(`${target}, ${model}: ${hits} of ${reads} second requests find something`)
    },
    patience(600_000),
  )
})

/** Written down again by hand: the longest beginning that ends at a mark of before, within reach of a mark of now. */
function mostFound(one: Compiled, two: Compiled, lookback: number): number {
  const [before, after] = [blocksOf(one), blocksOf(two)]
  let same = 0
  while (same < after.length && before[same]?.words === after[same]?.words) same++
  const settings = ({ request }: Compiled): string => {
    const { tool_choice, thinking, output_config } = request as unknown as Record<string, unknown>
    return JSON.stringify([tool_choice, thinking, output_config])
  }
  if (settings(one) !== settings(two))
    same = Math.min(
      same,
      after.findIndex(({ said }) => said),
    )
  const minimum = two.cache.against(null).minimum ?? 0
  const sizes = new Map(two.cache.breakpoints.map(({ pointer, tokens }) => [pointer, tokens]))
  const earlier = new Map(one.cache.breakpoints.map(({ pointer, tokens }) => [pointer, tokens]))
  let most = 0
  for (let end = 0; end < same; end++) {
    const { pointer } = before[end] as Block
    const tokens = earlier.get(pointer)
    if (tokens === undefined || tokens < minimum) continue
    const isFound = after
      .slice(end, end + lookback)
      .some(block => (sizes.get(block.pointer) ?? 0) >= minimum && sizes.has(block.pointer))
    if (isFound) most = Math.max(most, tokens)
  }
  return most
}

/** A block of a request, without its mark. */
interface Block {
  readonly pointer: string
  readonly words: string
  readonly said: boolean
}

function blocksOf({ request, target }: Compiled): Block[] {
  const body = request as unknown as Record<string, unknown>
  const without = (value: unknown): string =>
    JSON.stringify(value, (key, held: unknown) => (key === 'cache_control' ? undefined : held))
  if (target !== 'anthropic') return []
  const list = (name: string): readonly unknown[] => (body[name] ?? []) as readonly unknown[]
  return [
    ...list('tools').map((value, index) => ({
      pointer: `/tools/${index}`,
      words: without(value),
      said: false,
    })),
    ...list('system').map((value, index) => ({
      pointer: `/system/${index}`,
      words: without(value),
      said: false,
    })),
    ...list('messages').flatMap((value, index) => {
      const { role, content } = value as { role: string; content: readonly unknown[] }
      return content.map((block, place) => ({
        pointer: `/messages/${index}/content/${place}`,
        words: `${role} ${without(block)}`,
        said: true,
      }))
    }),
  ]
}
