import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A source file, tests left out. */
export interface Source {
  /** From the checkout: `src/compile/core.ts`. */
  readonly file: string
  readonly text: string
  readonly tree: ts.SourceFile
}

/** Reads the source files of a checkout. */
export const sourcesOf = (folder: string): Source[] =>
  globSync('src/**/*.ts', { cwd: folder })
    .filter(file => !/\.test(?:-d)?\.ts$/.test(file))
    .sort()
    .map(file => {
      const text = readFileSync(join(folder, file), 'utf8')
      return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
    })
