import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import type { Source } from './sources.ts'

/** Imports between files and between folders. */
export interface Imports {
  /** Pairs of folders that import each other, each as `a <-> b`. */
  readonly pairs: readonly string[]
  /** Pairs in which neither folder contains the other. */
  readonly siblings: readonly string[]
  /** Counts the modules that a file imports values from. */
  valuesOf(file: string): number
}

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
}

function importsIn(folder: string, { file, tree }: Source): Import[] {
  return tree.statements.flatMap(statement => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier: module } = statement
    if (module === undefined || !ts.isStringLiteral(module) || !module.text.startsWith('.')) return []
    const to = normalize(join(dirname(file), module.text))
    if (!existsSync(join(folder, to))) return []
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined
    const named = clause?.namedBindings
    const isType = ts.isExportDeclaration(statement)
      ? statement.isTypeOnly
      : clause?.isTypeOnly === true ||
        (clause?.name === undefined &&
          named !== undefined &&
          ts.isNamedImports(named) &&
          named.elements.every(element => element.isTypeOnly))
    return [{ from: file, to, isType }]
  })
}

/** Reads the imports of a checkout. */
export function importsOf(folder: string, sources: readonly Source[]): Imports {
  const imports = sources.flatMap(source => importsIn(folder, source))
  const arrows = new Set(imports.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`))
  const pairs = [...arrows]
    .map(arrow => arrow.split(' ') as [string, string])
    .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`))
  const lie = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`)
  const write = ([from, to]: readonly [string, string]): string => `${from} <-> ${to}`
  return {
    pairs: pairs.map(write),
    siblings: pairs.filter(([from, to]) => !lie(from, to) && !lie(to, from)).map(write),
    valuesOf: file =>
      new Set(imports.filter(one => one.from === file && !one.isType).map(({ to }) => to)).size,
  }
}
