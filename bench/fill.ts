/** Share of its budget that a compile without a plan fills, over 50 lengths of a conversation, by configuration. */

import { fromOpenAI } from '../src/core/vendor/openai/read/openai.ts'
import { compile } from '../src/index.ts'
import { median } from './measure/median.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

interface Configuration {
  readonly name: string
  readonly model: string
  readonly budget: number | { readonly input: number; readonly low: number }
  readonly words: (turn: number) => string
}

const prose = (turn: number): string =>
  'Some words of a turn that says a little more each time. '.repeat(1 + (turn % 7))
const code = (turn: number): string =>
  'if (a[i] !== b?.c) { return x<T>(y => y * 2) }\n'.repeat(1 + (turn % 11))
const mixed = (turn: number): string => (turn % 9 === 4 ? code(turn).repeat(6) : prose(turn))

const models = ['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash']
const configurations: readonly Configuration[] = models.flatMap(model => [
  { name: `${model}, prose, 5,000`, model, budget: 5_000, words: prose },
  { name: `${model}, code, 10,000`, model, budget: 10_000, words: code },
  { name: `${model}, mixed, 8,000, low 1`, model, budget: { input: 8_000, low: 1 }, words: mixed },
])

const lengths = Array.from({ length: 50 }, (_, at) => 201 + at * 6)

const shares = async ({ model, budget, words }: Configuration): Promise<number[]> => {
  const filled: number[] = []
  for (const length of lengths) {
    const messages = Array.from({ length }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `${at}: ${words(at)}`,
    }))
    const { tokens } = await compile(fromOpenAI(messages), { model, budget })
    filled.push(tokens.max / (tokens.limit ?? Number.NaN))
  }
  return filled
}

const shape = process.argv.includes('--markdown') ? markdown : table
const rows = []
for (const configuration of configurations) {
  const filled = await shares(configuration)
  rows.push([
    configuration.name,
    Math.min(...filled).toFixed(2),
    median(filled).toFixed(2),
    Math.max(...filled).toFixed(2),
  ])
}
console.log(shape([['share of the budget that is used', 'least', 'median', 'most'], ...rows]))
