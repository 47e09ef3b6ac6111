import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isAbsolute } from 'node:path'
import type { Io } from './io.ts'
import { look } from './look.ts'
import { run } from './run.ts'

/** Output, written files and exit code of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly written: Readonly<Record<string, string>>
}

/** A fake file system: files by name. The pages of the diagnostics are the real ones. */
export interface TestFiles {
  readonly files?: Readonly<Record<string, string>>
  readonly input?: string
  readonly colour?: boolean
}

/** Function loaded by Node itself: the test runner's import would change exports of modules and stacks of errors. */
const { importModule }: Pick<Io, 'importModule'> = createRequire(import.meta.url)('./import-module.ts')

/** Runs the command line in this process. */
export async function runIn(
  { files = {}, input = '', colour = false }: TestFiles,
  ...argv: string[]
): Promise<CommandResult> {
  const said = { out: '', err: '' }
  const written: Record<string, string> = {}
  const io: Io = {
    out(text) {
      said.out += text
    },
    err(text) {
      said.err += text
    },
    async readFile(path) {
      if (path instanceof URL) return readFile(path, 'utf8')
      const text = files[path]
      if (text === undefined && isAbsolute(path)) return readFile(path, 'utf8')
      if (text === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
      return text
    },
    look: async path => (files[path] === undefined ? look(path) : 'file'),
    importModule,
    readInput: async () => input,
    async writeFile(path, text) {
      if (path.startsWith('/no/')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      written[path] = text
    },
    columns: 100,
    colour: { out: colour, err: colour },
  }
  const code = await run(argv, io)
  return { code, ...said, written }
}
