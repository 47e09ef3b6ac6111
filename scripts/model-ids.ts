// Writes what follows from the tables of models in src/core: their ids for the code, and docs/known-models.md for people.
// `--check` fails when one of them is stale.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNumber } from '../src/core/text/number.ts'
import { root } from './entries.ts'

interface Model {
  readonly id: string
  readonly aliases?: readonly string[]
  readonly vendor: string
  /** Null if the value is unknown. */
  readonly window: number | null
  readonly output: number | null
  readonly price?: {
    readonly input: number
    readonly output: number
    readonly cacheRead?: number
    readonly steps?: readonly { readonly over: number; readonly input: number; readonly output: number }[]
  }
  readonly cache: { readonly minimum: number | null }
  /** Declarations and settings that reasoning is bound to, in addition to the history before it. */
  readonly binds?: { readonly prefix: readonly string[] }
}

interface Table {
  readonly asOf: string
  readonly models: readonly Model[]
}

process.chdir(root)
const tables = globSync('src/core/**/models.json')
  .sort()
  .map(path => ({ path, ...(JSON.parse(readFileSync(path, 'utf8')) as Table) }))

/** Returns the input limit without a budget: the context window minus the default reserve for the answer. */
const limitOf = ({ window, output }: Model): number | null =>
  window === null ? null : window - Math.min(output ?? window, 32_000, Math.floor(window / 4))
const amount = (value: number | null | undefined): string => (value == null ? '' : formatNumber(value))
/** Returns the price steps of a model: the input size at which each begins, with its prices of input and output. */
const stepsOf = ({ price }: Model): string =>
  (price?.steps ?? [])
    .map(({ over, input, output }) => `${formatNumber(over)}: ${input}, ${output}`)
    .join('; ')
const price = (value: number | undefined): string => (value === undefined ? '' : String(value))

const vendors: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  open: 'Models that many vendors serve, or that have no API of their own here',
}
const sections = tables.flatMap(({ path, asOf, models }) => {
  const vendor = path.includes('/open/') ? 'open' : (models[0]?.vendor ?? '')
  const rows = models.map(model => {
    const { id, aliases = [], window, output, price: cost, cache, binds } = model
    const names = [id, ...aliases].map(name => `\`${name}\``).join(', ')
    return `| ${names} | ${amount(window)} | ${amount(limitOf(model))} | ${amount(output)} | ${price(cost?.input)} | ${price(cost?.cacheRead)} | ${price(cost?.output)} | ${stepsOf(model)} | ${amount(cache.minimum)} | ${binds?.prefix.join(', ') ?? ''} |`
  })
  return [
    `## ${vendors[vendor] ?? vendor}`,
    '',
    `As of ${asOf}.`,
    '',
    '| model | window | default limit | output | input, USD | cached, USD | output, USD | above | cached prefix | reasoning bound to |',
    '|---|---:|---:|---:|---:|---:|---:|---|---:|---|',
    ...rows,
    '',
  ]
})

const page = [
  '# Known models',
  '',
  'ctxc knows the limits, the prices and the rules of these models. Any other model works too, with the safest rules of its vendor: give a',
  '[row of your own](own-models.md) for it, or set a `budget`, because its window is not known (CX4002).',
  '',
  '- **window**: tokens of input that the model takes.',
  '- **default limit**: tokens of `tokens.max` without a `budget`. It is the window less the [reserve for the answer](guide.md#compile).',
  '- **output**: most tokens of an answer.',
  '- **input**, **cached**, **output**: USD for a million tokens, where they are known.',
  '- **above**: tokens of input above which the whole request has other prices, of input and output ([price steps](caching.md#price-steps)).',
  '- **cached prefix**: fewest tokens that the provider caches.',
  '- **reasoning bound to**: its reasoning is bound to the instruction and the history before it, and to what is named here. If one of these',
  '  changes, the reasoning of earlier answers is dropped (CX7007). Nothing is named for a model that binds no reasoning.',
  '',
  'The sources of each row are in the tables of the repository, `src/core/vendor/*/rows/models.json`.',
  '',
  ...sections,
].join('\n')

const files: Readonly<Record<string, string>> = {
  'src/core/target/model-ids.json': `${JSON.stringify(
    tables.flatMap(({ models }) => models.map(({ id }) => id)),
    null,
    2,
  )}\n`,
  'docs/known-models.md': `${page.trimEnd()}\n`,
}

for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(join(root, file), 'utf8') !== text) {
    console.error(`${file} is stale: npm run docs:update`)
    process.exitCode = 1
  }
}
console.log(`models: ${tables.reduce((sum, { models }) => sum + models.length, 0)} in the tables`)
