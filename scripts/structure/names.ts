import { join } from 'node:path'
import ts from 'typescript'
import type { Source } from './sources.ts'

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

function exportedBy({ tree }: Source): string[] {
  return tree.statements.filter(isExported).flatMap(statement => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText())
    const { name } = statement as ts.Statement & { readonly name?: ts.Identifier }
    return name === undefined ? [] : [name.text]
  })
}

/**
 * Lists the names that several files export, with the files. Names with one role in each target's folder are excluded.
 */
export function sharedNames(sources: readonly Source[]): (readonly [string, readonly string[]])[] {
  const files = new Map<string, string[]>()
  for (const source of sources)
    for (const name of new Set(exportedBy(source))) files.set(name, [...(files.get(name) ?? []), source.file])
  const twins = /^src\/(?:target|testing\/fake)\/[^/]+\/([^/]+)$/
  return [...files]
    .filter(([, of]) => {
      const roles = new Set(of.map(file => twins.exec(file)?.[1] ?? file))
      return of.length > 1 && roles.size > 1
    })
    .sort(([, left], [, right]) => right.length - left.length)
}

/** Counts the exports of the package's root. */
export function rootExports(folder: string): { readonly values: number; readonly types: number } {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    folder,
  )
  const entry = join(folder, 'src/index.ts')
  const program = ts.createProgram([entry], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(entry)
  const module = file && checker.getSymbolAtLocation(file)
  const symbols = module ? checker.getExportsOfModule(module) : []
  const isValue = (symbol: ts.Symbol): boolean => {
    if (symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) === true) return false
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return (own.flags & ts.SymbolFlags.Value) !== 0
  }
  const values = symbols.filter(isValue).length
  return { values, types: symbols.length - values }
}
