// Measures the prose of README, docs and explain pages: length of sentences, openings, words of the glossary.
// `--check` fails above the bounds, and for any opening or word of these; `--words` lists each place of a glossary word; `--long N` lists sentences of N words and more.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'
import { glossary } from './prose/glossary.ts'
import { proseOf, sentencesIn, wordsIn } from './prose/sentences.ts'

const flag = (name: string): boolean => process.argv.includes(name)
const long = flag('--long')
  ? Number(process.argv[process.argv.indexOf('--long') + 1])
  : Number.POSITIVE_INFINITY

/** Limits of sentence lengths in words: the median, and the 95th percentile. */
const bounds = { median: 16, most: 30 }
const relative = /^(?:what|where|who|whoever|how|those|that|of|which)\b/i

interface Page {
  readonly name: string
  readonly sentences: readonly string[]
}

const pagesIn = (folder: string): readonly Page[] =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => pageAt(folder === '.' ? name : `${folder}/${name}`))

const pageAt = (name: string): Page => ({
  name,
  sentences: sentencesIn(proseOf(readFileSync(join(root, name), 'utf8'))),
})

const groups: readonly (readonly [string, readonly Page[]])[] = [
  ['README.md', [pageAt('README.md')]],
  ['docs', pagesIn('docs')],
  ['explain pages', pagesIn('src/core/diag/explain')],
]

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

let isOver = false
console.log('text             sentences  median  95 %  longest  relative openings  glossary words')
for (const [group, pages] of groups) {
  const sentences = pages.flatMap(page => page.sentences.map(text => ({ page: page.name, text })))
  const lengths = sentences.map(({ text }) => wordsIn(text)).sort((left, right) => left - right)
  const openings = sentences.filter(({ text }) => relative.test(text))
  const found = sentences.flatMap(({ page, text }) =>
    glossary.flatMap(([pattern, instead]) =>
      [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(pattern)].map(([word]) => ({
        page,
        text,
        word,
        instead,
      })),
    ),
  )
  const figures = [
    sentences.length,
    at(lengths, 0.5),
    at(lengths, 0.95),
    lengths.at(-1) ?? 0,
    openings.length,
    found.length,
  ]
  const widths = [9, 6, 4, 7, 17, 14]
  console.log(
    [
      group.padEnd(15),
      ...figures.map((figure, index) => String(figure).padStart(widths[index] as number)),
    ].join('  '),
  )
  isOver ||= at(lengths, 0.5) > bounds.median || at(lengths, 0.95) > bounds.most
  isOver ||= openings.length > 0 || found.length > 0
  if (flag('--words'))
    for (const { page, word, instead, text } of found)
      console.log(`  ${page}: '${word}' -> ${instead}: ${text}`)
  for (const { page, text } of sentences)
    if (wordsIn(text) >= long) console.log(`  ${page}: ${wordsIn(text)}: ${text}`)
  if (flag('--words')) for (const { page, text } of openings) console.log(`  ${page}: opens: ${text}`)
}
if (flag('--check') && isOver) process.exit(1)
