import type { Diagnostic } from '../core/diag/diagnostic.ts'

/** A file or a subfolder of a folder; links are neither. */
export interface DirectoryEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** Terminal of a user who can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Environment of the commands: output, input, files and modules. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Reads a file as UTF-8; rejects with Node's error. */
  readFile(path: string | URL): Promise<string>
  /** Lists a folder; `file` for anything else that exists, null if nothing does. */
  look(path: string): Promise<readonly DirectoryEntry[] | 'file' | null>
  /** Loads a module; rejects with Node's error, or what the module throws. */
  importModule(url: string): Promise<Readonly<Record<string, unknown>>>
  readInput(): Promise<string>
  writeFile(path: string, text: string): Promise<void>
  /** Makes a folder, with those above it, if it is not there. */
  makeFolder(path: string): Promise<void>
  /** Width of the output in columns. */
  readonly columns: number
  readonly colour: { readonly out: boolean; readonly err: boolean }
  /** Null if standard input or standard output is no terminal. */
  readonly terminal: Terminal | null
  /** Calls a function at the next ^C, in place of ending the process; returns a function that undoes that. */
  onInterrupt(listener: () => void): () => void
  /** Name of the user in the system. */
  readonly user: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns milliseconds since 1970. */
  now(): number
  generateId(): string
}

/** Performs a command and keeps its exit code. */
export type Perform = (command: (io: Io) => number | Promise<number>) => Promise<void>

/** Mistake of usage, or unreadable input: reported without a stack trace. */
export class UsageError extends Error {
  readonly help: string | null
  /** Diagnostics of the individual mistakes, if there may be several. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, help: string | null = null, diagnostics: readonly Diagnostic[] = []) {
    super(message)
    this.help = help
    this.diagnostics = diagnostics
  }
}

/** Exit codes; `parted` is used only with `--exit-code`, the later ones only by `ctxc run`. */
export const exit = { fine: 0, errors: 1, usage: 2, parted: 3, waiting: 3, cancelled: 130 } as const
