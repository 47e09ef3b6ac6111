import { globSync } from 'node:fs'
import { type Fence, fencesOf, lines } from './fence.ts'
import { pages, read } from './pages.ts'

/** Code that readers may copy: a `ts` block of Markdown, or an `@example` of a doc comment. */
export interface Sample {
  readonly file: string
  /** Number of the first code line. */
  readonly line: number
  /** Module in which every line has the number of this line in the original file. */
  readonly source: string
  /** Reason why the sample is neither type-checked nor run. */
  readonly norun?: string
}

/** Lists all samples of README, docs, the pages of diagnostics, and the doc comments of `src`. */
export function listSamples(): readonly Sample[] {
  return [
    ...[...pages, ...globSync('src/core/diag/explain/*.md').sort()].flatMap(file =>
      samplesOf(file, read(file)),
    ),
    ...globSync('src/**/*.ts')
      .sort()
      .flatMap(file => examples(file, read(file))),
  ]
}

/** Reads the `ts` blocks of a text that begins at a given line of a file. */
export function samplesOf(file: string, text: string, linesBefore = 0): Sample[] {
  const found: Sample[] = []
  for (const fence of fencesOf(text)) {
    if (fence.language === 'ts') found.push(sampleOf(file, fence, linesBefore, found.at(-1)?.source ?? ''))
  }
  return found
}

/** Reads the marks `continued` (after the code of the sample before it), `norun: REASON` and `file=NAME`. */
function sampleOf(
  file: string,
  fence: Pick<Fence, 'mark' | 'code' | 'line'>,
  linesBefore: number,
  earlier: string,
): Sample {
  const { mark, code } = fence
  const line = linesBefore + fence.line
  const norun = /^norun: (.+)$/.exec(mark)?.[1]
  if (norun) return { file, line, source: '', norun }
  if (!/^(continued|file=\S+)?$/.test(mark))
    throw new Error(`${file}:${line - 1}: unknown mark of a fence: ${mark}`)
  const start = mark === 'continued' ? earlier : ''
  return { file, line, source: `${start}${'\n'.repeat(line - 1 - lines(start))}${code}` }
}

/** Reads the `@example` tags of doc comments, without the stars: a code block, or all text from the next line on. */
function examples(file: string, text: string): Sample[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({ 0: comment, index }) => {
    const plain = comment.replace(/^[ \t]*\*(?:\/| ?)/gm, '')
    return [...plain.matchAll(/^@example\b[^\n]*\n([\s\S]*?)(?=^@\w|$(?![\s\S]))/gm)].flatMap(tag => {
      const before = lines(text.slice(0, index)) + lines(plain.slice(0, tag.index))
      if (/^\s*(`{3,}|~{3,})/m.test(tag[0])) return samplesOf(file, tag[0], before)
      return [sampleOf(file, { code: tag[1]!, mark: '', line: 2 }, before, '')]
    })
  })
}
