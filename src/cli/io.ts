import type { Diagnostic } from '../diag/diagnostic.ts'

/** A file or a subfolder of a folder; links are neither. */
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
  /** Width of the output in columns. */
  readonly columns: number
  readonly colour: { readonly out: boolean; readonly err: boolean }
}

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

/** Exit codes; `parted` is used only with `--exit-code`. */
export const exit = { fine: 0, errors: 1, usage: 2, parted: 3 } as const
