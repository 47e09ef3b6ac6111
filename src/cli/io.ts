import type { Diagnostic } from '../core/diag/diagnostic.ts'

/** File or subfolder of a folder. A link is neither of the two. */
export interface DirectoryEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** Interactive terminal, in which the user can answer questions. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Environment of a command: its output, input, files and modules. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Reads a file as UTF-8 text. Rejects with Node's error. */
  readFile(path: string | URL): Promise<string>
  /** Lists the entries of a folder. Returns `file` for anything else that exists, and null if nothing exists. */
  look(path: string): Promise<readonly DirectoryEntry[] | 'file' | null>
  /** Loads a module. Rejects with Node's error, or with the error that the module throws. */
  importModule(url: string): Promise<Readonly<Record<string, unknown>>>
  readInput(): Promise<string>
  writeFile(path: string, text: string): Promise<void>
  /** Creates a folder and its missing parent folders. Does nothing if the folder exists. */
  makeFolder(path: string): Promise<void>
  /** Width of the output, in columns. */
  readonly columns: number
  readonly colour: { readonly out: boolean; readonly err: boolean }
  /** Interactive terminal; null if standard input or standard output is not a terminal. */
  readonly terminal: Terminal | null
  /** Calls a function at the next ^C, instead of ending the process. Returns a function that removes the listener. */
  onInterrupt(listener: () => void): () => void
  /** Name of the user in the operating system. */
  readonly user: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns the current time in milliseconds since 1970. */
  now(): number
  generateId(): string
}

/** Function that runs a command and records the command's exit code. */
export type Perform = (command: (io: Io) => number | Promise<number>) => Promise<void>

/** Error in the usage of a command, or unreadable input. It is reported without a stack trace. */
export class UsageError extends Error {
  readonly help: string | null
  /** Diagnostics of the individual mistakes, if the input can have several. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, help: string | null = null, diagnostics: readonly Diagnostic[] = []) {
    super(message)
    this.help = help
    this.diagnostics = diagnostics
  }
}

/**
 * Exit codes. `parted` (requests differ) is used only with `--exit-code`, and the codes after it only by `ctxc run`.
 */
export const exit = { fine: 0, errors: 1, usage: 2, parted: 3, waiting: 3, cancelled: 130 } as const
