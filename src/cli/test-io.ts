import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isAbsolute } from 'node:path'
import { commandLine } from './command-line.ts'
import type { Io, Terminal } from './io.ts'
import { listFolder } from './look.ts'

/** Output, written files and exit code of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly written: Readonly<Record<string, string>>
}

/** Files for a test, by name. The pages of the diagnostics are the real ones. */
export interface TestFiles {
  readonly files?: Readonly<Record<string, string>>
  readonly input?: string
  readonly colour?: boolean
  readonly terminal?: Terminal
  readonly env?: Io['env']
  /** Called for each command that can be interrupted, with the function that interrupts it. */
  readonly onInterrupt?: (interrupt: () => void) => void
  /** Called with each piece of output, as soon as it is written. */
  readonly onOutput?: (text: string) => void
}

/** Import function that Node itself loads. The test runner's import would change modules' exports and stack traces. */
const { importQuietly }: { readonly importQuietly: Io['importModule'] } = createRequire(import.meta.url)(
  './import-module.ts',
)

/** Runs the command line in this process, with files from the test. */
export async function runIn(
  {
    files = {},
    input = '',
    colour = false,
    terminal,
    env = {},
    onInterrupt = () => {},
    onOutput = () => {},
  }: TestFiles,
  ...argv: string[]
): Promise<CommandResult> {
  const said = { out: '', err: '' }
  const written: Record<string, string> = {}
  const io: Io = {
    out(text) {
      said.out += text
      onOutput(text)
    },
    err(text) {
      said.err += text
      onOutput(text)
    },
    async readFile(path) {
      if (path instanceof URL) return readFile(path, 'utf8')
      const text = files[path]
      if (text === undefined && isAbsolute(path)) return readFile(path, 'utf8')
      if (text === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
      return text
    },
    look: async path => (files[path] === undefined ? listFolder(path) : 'file'),
    importModule: importQuietly,
    readInput: async () => input,
    async writeFile(path, text) {
      if (path.startsWith('/no/')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      written[path] = text
    },
    makeFolder: async () => {},
    columns: 100,
    colour: { out: colour, err: colour },
    terminal: terminal ?? null,
    onInterrupt(listener) {
      onInterrupt(listener)
      return () => {}
    },
    user: 'ada',
    env,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    generateId: () => 'generated',
  }
  const code = await commandLine(argv, io)
  return { code, ...said, written }
}
