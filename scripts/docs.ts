// Type-checks every ```ts block of README.md, docs/ and the TSDoc @example tags of src/ against src/, and follows every
// relative link of the Markdown, and every path that ARCHITECTURE.md and the folders' READMEs name.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { targetNames } from '../src/ir/target-name.ts'
import { root } from './entries.ts'
import { missingPaths } from './structure/missing-paths.ts'

process.chdir(root)
const folder = 'node_modules/.cache/docs-samples'

interface Sample {
  readonly file: string
  /** The number of lines of the file before the code. */
  readonly line: number
  readonly code: string
}

/** The blocks fenced as `ts`, not marked `ignore`. */
function fences(file: string, text: string, firstLine = 0): Sample[] {
  return [...text.matchAll(/^([ \t]*)(`{3,}|~{3,})(.*)\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm)].flatMap(match => {
    const [language, ...words] = match[3]!.trim().split(/\s+/)
    if (language !== 'ts' || words.includes('ignore')) return []
    return [{ file, line: firstLine + lines(text.slice(0, match.index)) + 1, code: match[4]! }]
  })
}

/** The `@example` tags of the doc comments, stripped of their stars: fenced, or code from the next line on. */
function examples(file: string, text: string): Sample[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({ 0: comment, index }) => {
    const plain = comment.replace(/^[ \t]*\*(?:\/| ?)/gm, '')
    return [...plain.matchAll(/^@example\b[^\n]*\n([\s\S]*?)(?=^@\w|$(?![\s\S]))/gm)].flatMap(tag => {
      const line = lines(text.slice(0, index)) + lines(plain.slice(0, tag.index))
      const fenced = fences(file, tag[0], line)
      return /^\s*(`{3,}|~{3,})/m.test(tag[0]) ? fenced : [{ file, line: line + 1, code: tag[1]! }]
    })
  })
}

function lines(text: string): number {
  return text.split('\n').length - 1
}

const read = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
/** The anchors of a document, as GitHub makes them of its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Relative links that lead nowhere. */
function brokenLinks(file: string): string[] {
  const text = read(file)
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, fence => '\n'.repeat(lines(fence)))
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ 1: link, index }) => {
    const [path = '', anchor] = link!.split('#')
    if (/^[a-z]+:/i.test(path)) return []
    const target = path === '' ? file : join(dirname(file), path)
    const found =
      existsSync(target) && (anchor === undefined || anchorsOf(read(target)).includes(anchor.toLowerCase()))
    return found ? [] : [`${file}:${lines(prose.slice(0, index)) + 1}: no ${link}`]
  })
}

const broken = [...globSync('*.md'), ...globSync('docs/**/*.md')].flatMap(brokenLinks)
broken.push(...missingPaths(['ARCHITECTURE.md', ...globSync('src/**/README.md')], root))
const guide = read('docs/guide.md')
broken.push(
  ...targetNames
    .filter(name => !guide.includes(`'${name}'`))
    .map(name => `docs/guide.md does not name the target '${name}'`),
)
for (const line of broken) console.error(line)

const samples = [
  ...['README.md', ...globSync('docs/**/*.md'), ...globSync('src/diag/explain/*.md')]
    .filter(existsSync)
    .flatMap(file => fences(file, read(file))),
  ...globSync('src/**/*.ts').flatMap(file => examples(file, read(file))),
]

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const names = samples.map((sample, i) => {
  const name = `sample-${i}.mts`
  // Empty lines in front: an error's line is the line in the document.
  writeFileSync(join(folder, name), `${'\n'.repeat(sample.line)}${sample.code}\nexport {}\n`)
  return name
})
const paths = {
  ctxc: ['../../../src/index.ts'],
  'ctxc/*': ['../../../src/*.ts', '../../../src/*/index.ts'],
  // Samples are for the newest one; other tests use the one before it.
  openai: ['../../openai-7/index.d.mts'],
  'openai/*': ['../../openai-7/*.d.mts'],
}
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../../tsconfig.json',
    files: names,
    include: [],
    compilerOptions: { paths },
  }),
)

if (samples.length > 0) {
  const run = spawnSync('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  const out = (run.stdout + run.stderr).replace(
    /\S*sample-(\d+)[.]mts\((\d+),\d+\)/g,
    (_, i, line) => `${samples[Number(i)]?.file}:${line}`,
  )
  if (out) console.error(out)
  if (run.status !== 0) process.exit(1)
}
console.log(`docs: ${samples.length} samples type-check`)
if (broken.length > 0) process.exit(1)
