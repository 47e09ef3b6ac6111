/**
 * Holds the predicted growth of the prompt against what providers logged, since each run's first logged call:
 * bias, 95th percentile, and how much of it the bound covers. Runs whose tools were counted but not recorded
 * are of no use for absolute figures, so growth it is. All figures are shown, and those of which the log says what
 * was sent: some runs log only what no cache held, and some prompts hold thinking that was not recorded.
 */

import { compile } from '../src/core/compile/compile.ts'
import type { CompileOptions } from '../src/core/compile/contract/options.ts'
import { approximate } from '../src/core/count/approximate.ts'
import { createCounter } from '../src/core/count/counter.ts'
import type { TargetName } from '../src/core/ir/target-name.ts'
import { formatNumber } from '../src/core/text/number.ts'
import { allTargets } from '../src/core/vendor/all-targets.ts'
import { fromOpenAI } from '../src/from.ts'
import { recorded } from './docs/figures.ts'
import { type Run, readRuns } from './runs.ts'

/** `--approximate` counts without a vocabulary; `--proven` uses the upper bound that holds without measurements. */
const counted: Pick<CompileOptions, 'count' | 'bound'> = {
  ...(process.argv.includes('--approximate') && { count: approximate }),
  ...(process.argv.includes('--proven') && { bound: 'proven' }),
}

const sources = ['tau2_bench', 'pi_coding_agent', 'mini_swe_agent']

/** Returns the target and model that count a run's tokens. */
function targetOf(model: string): { target: TargetName; model: string; family: string } {
  // Claude 4.6 counts like 4.5, and its context window is large enough for the longest run.
  if (model.includes('claude')) return { target: 'anthropic', model: 'claude-sonnet-4-6', family: model }
  if (/gpt-(4\.1|5\.4)/.test(model)) return { target: 'openai-chat', model, family: model }
  return { target: 'openai-chat', model: 'unlisted-model', family: `${model.split(/[/(]/)[0]} (unlisted)` }
}

interface Sample {
  readonly family: string
  /** Whether the log of a run contains everything that was counted. */
  readonly clean: boolean
  readonly logged: number
  readonly estimate: number
  readonly max: number
}

/** Tokens that a request may have in addition to the tokens of its parts. */
function addendOf(target: TargetName, model: string): number {
  const { facts } = allTargets[target].facts(model)
  return createCounter(facts, counted.count, { bound: counted.bound ?? 'measured' }).request.max
}

async function samplesOf(run: Run): Promise<Sample[]> {
  const { target, model, family } = targetOf(run.model)
  const samples: Sample[] = []
  let first: { logged: number; estimate: number; max: number } | null = null
  const claude = run.model.includes('claude')
  const compacted = Math.min(...(run.meta?.compactions ?? []).map(({ at = 0 }) => at))
  for (const { at, prompt_tokens: logged } of run.meta?.usage ?? []) {
    if (at > compacted) break
    if (logged <= 0) continue
    const result = await compile(
      fromOpenAI({ messages: run.messages.slice(0, at), ...(run.tools && { tools: run.tools }) }),
      { target, model, ...counted },
    )
    const { estimate, max } = result.tokens.sections.messages
    // The system text and the tools alone have more tokens, so this run logs only uncached tokens.
    const uncached = claude && (first?.logged ?? logged) < 1_000
    // Thinking is sent only within a tool loop, and dropped at the user's next message.
    const hidden =
      claude && run.file === 'tau2_bench' && (run.messages[at - 1] as { role?: string }).role !== 'user'
    if (first === null) first = { logged, estimate, max }
    else if (logged > first.logged)
      samples.push({
        family,
        clean: !uncached && !hidden,
        logged: logged - first.logged,
        estimate: estimate - first.estimate,
        // The additional tokens of a request cancel out in the difference.
        max: max - first.max + addendOf(target, model),
      })
  }
  return samples
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const folder = process.argv[2]
if (!folder) throw new Error('npm run accuracy -- FOLDER: the folder that holds trajectories/')
const { chat } = readRuns(folder)
const samples: Sample[] = []
for (const run of chat) if (sources.includes(run.file)) samples.push(...(await samplesOf(run)))
/** Prints the errors of the estimates, and returns them as a table row for the docs. */
const show = (name: string, list: readonly Sample[]): string[] => {
  const errors = list.map(({ estimate, logged }) => estimate / logged - 1)
  const covered = list.filter(({ max, logged }) => max >= logged).length
  const ratio = quantile(
    list.map(({ max, logged }) => max / logged),
    0.5,
  )
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
  const [bias, p95] = [quantile(errors, 0.5), quantile(errors.map(Math.abs), 0.95)].map(percent) as [
    string,
    string,
  ]
  const [covers, times] = [percent(covered / list.length), ratio.toFixed(2)]
  console.log(
    `${name.padEnd(28)} figures ${String(list.length).padStart(5)}  bias ${bias.padStart(8)}  |error| p95 ${p95.padStart(8)}  max covers ${covers}  max / logged ${times}`,
  )
  return [name, formatNumber(list.length), bias, p95, covers, times]
}
const families = [...new Set(samples.map(sample => sample.family))].sort()
const clean = samples.filter(sample => sample.clean)
const table = (list: readonly Sample[]): string[][] => [
  ...families.flatMap(family => {
    const own = list.filter(sample => sample.family === family)
    return own.length === 0 ? [] : [show(family, own)]
  }),
  show('pooled', list),
]
console.log('all figures')
table(samples)
console.log('figures whose log holds all that was counted')
const way = ['approximate', 'proven'].filter(name => process.argv.includes(`--${name}`))
recorded(['accuracy', ...way].join('-'), [
  [
    'model',
    'figures',
    'estimate, median error',
    'error of 95 %',
    'the bound covers',
    'bound / logged, median',
  ],
  ...table(clean),
])
