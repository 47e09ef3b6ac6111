import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isTest } from '../entries.ts'

/** A TypeScript file of the checkout. */
export interface Source {
  /** Path relative to the checkout: `src/core/compile/core.ts`. */
  readonly file: string
  readonly text: string
  readonly tree: ts.SourceFile
}

const read = (folder: string, files: readonly string[]): Source[] =>
  files.toSorted().map(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    let tree: ts.SourceFile | undefined
    return {
      file,
      text,
      // Syntax tree, parsed on first use, because some checks read only the text.
      get tree() {
        tree ??= ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
        return tree
      },
    }
  })

/** Reads the source files of a checkout, without tests. */
export const sourcesOf = (folder: string): Source[] =>
  read(
    folder,
    globSync('src/**/*.ts', { cwd: folder }).filter(file => !isTest(file)),
  )

/** Reads the test files of a checkout: those next to the sources, and all files of `test`. */
export const testsOf = (folder: string): Source[] =>
  read(
    folder,
    globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: folder }).filter(
      file => file.startsWith('test') || isTest(file),
    ),
  )

/** Reads the files of a checkout that measure, check or demonstrate the package. */
export const toolsOf = (folder: string): Source[] =>
  read(
    folder,
    globSync('{bench,examples,scripts}/**/*.{ts,tsx,js,mjs}', {
      cwd: folder,
      exclude: ['**/node_modules', '**/dist'],
    }),
  )
