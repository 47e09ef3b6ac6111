import ts from 'typescript'

/** Errors of a source, and the number of types that tsc made for it. */
export interface Checked {
  readonly errors: readonly string[]
  readonly instantiations: number
}

/** Returns a function that checks a text in the place of a file. Other files are parsed once. */
export function typeChecker(file: string, options: ts.CompilerOptions): (text: string) => Checked {
  const parsed = new Map<string, ts.SourceFile | undefined>()
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = name => name === file || fileExists(name)
  return text => {
    host.getSourceFile = (name, target, ...rest) => {
      if (name === file) return ts.createSourceFile(name, text, target)
      if (!parsed.has(name)) parsed.set(name, getSourceFile(name, target, ...rest))
      return parsed.get(name)
    }
    const program = ts.createProgram([file], options, host)
    const found = program.getSemanticDiagnostics(program.getSourceFile(file))
    const errors = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    return { errors, instantiations: program.getInstantiationCount() }
  }
}
