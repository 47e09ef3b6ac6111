import type { Diagnostic } from '../diag/diagnostic.ts'

/** A file or a folder in a folder; links are neither. */
export interface DirectoryEntry {
  readonly name: string
  readonly isFolder: boolean
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
  /** Columns of the output. */
  readonly columns: number
  readonly colour: { readonly out: boolean; readonly err: boolean }
}

/** A mistake of usage, or an input that cannot be read: told, not traced. */
export class UsageError extends Error {
  readonly help: string | null
  /** Each mistake by itself, where there may be several. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, help: string | null = null, diagnostics: readonly Diagnostic[] = []) {
    super(message)
    this.help = help
    this.diagnostics = diagnostics
  }
}

/** The exit codes; `parted` only where it was asked for. */
export const exit = { fine: 0, errors: 1, usage: 2, parted: 3 } as const
