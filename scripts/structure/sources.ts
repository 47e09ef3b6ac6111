import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isTest } from '../entries.ts'

/** A TypeScript file of the checkout. */
export interface Source {
  /** From the checkout: `src/core/compile/core.ts`. */
  readonly file: string
  readonly text: string
  readonly tree: ts.SourceFile
}

const read = (folder: string, files: readonly string[]): Source[] =>
  files.toSorted().map(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
  })

/** Reads the source files of a checkout, tests left out. */
export const sourcesOf = (folder: string): Source[] =>
  read(
    folder,
    globSync('src/**/*.ts', { cwd: folder }).filter(file => !isTest(file)),
  )

/** Reads the test files of a checkout: those beside the source, and all of `test`. */
export const testsOf = (folder: string): Source[] =>
  read(
    folder,
    globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: folder }).filter(
      file => file.startsWith('test') || isTest(file),
    ),
  )
