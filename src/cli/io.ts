import type { Diagnostic } from '../core/diag/diagnostic.ts'

/** File or subfolder of a folder; a link counts as neither. */
export interface DirectoryEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** Terminal of a user who can answer questions. */
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
  /** Lists a folder; returns `file` for anything else that exists, null if nothing does. */
  look(path: string): Promise<readonly DirectoryEntry[] | 'file' | null>
  /** Loads a module; rejects with Node's error, or with the error that the module throws. */
  importModule(url: string): Promise<Readonly<Record<string, unknown>>>
  readInput(): Promise<string>
  writeFile(path: string, text: string): Promise<void>
  /** Creates a folder, including missing parent folders, unless it exists. */
  makeFolder(path: string): Promise<void>
  /** Width of the output in columns. */
  readonly columns: number
  readonly colour: { readonly out: boolean; readonly err: boolean }
  /** Null if standard input or standard output is not a terminal. */
  readonly terminal: Terminal | null
  /** Calls a function at the next ^C, instead of ending the process. Returns a function that cancels this. */
  onInterrupt(listener: () => void): () => void
  /** Name of the user in the operating system. */
  readonly user: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns milliseconds since 1970. */
  now(): number
  generateId(): string
}

/** Runs a command and records its exit code. */
export type Perform = (command: (io: Io) => number | Promise<number>) => Promise<void>

/** Error in the usage, or unreadable input: reported without a stack trace. */
export class UsageError extends Error {
  readonly help: string | null
  /** Diagnostics of the individual mistakes, if there can be several. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, help: string | null = null, diagnostics: readonly Diagnostic[] = []) {
    super(message)
    this.help = help
    this.diagnostics = diagnostics
  }
}

/** Exit codes. `parted` is used only with `--exit-code`; the codes after it only by `ctxc run`. */
export const exit = { fine: 0, errors: 1, usage: 2, parted: 3, waiting: 3, cancelled: 130 } as const
