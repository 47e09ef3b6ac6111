// Fails where a word that is added to a union would be forgotten without a type error:
// - in a list that is typed by the union and names most of its words, but not all. Read the union off one table, or type the
//   list by `Exclude<Word, …>` for those that it leaves out.
// - in a switch over the union that falls through for another word. Use a table, return in every case, or end with
//   `default: value satisfies never`.
import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './entries.ts'
import { sourcesOf } from './structure/sources.ts'

const sources = sourcesOf(root)
const found: string[] = []

/** Returns the words of a union of string literals; null for another type. */
function wordsOf(type: ts.TypeNode): readonly string[] | null {
  const members = ts.isUnionTypeNode(type) ? type.types : [type]
  const words = members.flatMap(member =>
    ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
  )
  return words.length === members.length && words.length > 1 ? words : null
}

/** Item type of a list. */
function itemOf(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (type === undefined) return undefined
  if (ts.isTypeOperatorNode(type)) return itemOf(type.type)
  if (ts.isArrayTypeNode(type)) return type.elementType
  return undefined
}

/** Returns the strings of a list; null if the list has other items. */
function listOf(value: ts.Expression | undefined): readonly string[] | null {
  if (value === undefined || !ts.isArrayLiteralExpression(value)) return null
  const texts = value.elements.flatMap(item => (ts.isStringLiteral(item) ? [item.text] : []))
  return texts.length === value.elements.length ? texts : null
}

const unions = new Map<string, readonly string[]>()
for (const { tree } of sources)
  for (const statement of tree.statements)
    if (ts.isTypeAliasDeclaration(statement)) {
      const words = wordsOf(statement.type)
      if (words !== null) unions.set(statement.name.text, words)
    }

/** Returns the words of a type: a union, its name, or an `Exclude` of one. */
function allOf(type: ts.TypeNode): readonly string[] | undefined {
  if (!ts.isTypeReferenceNode(type)) return wordsOf(type) ?? undefined
  const [from, without] = type.typeArguments ?? []
  if (type.typeName.getText() !== 'Exclude' || !from || !without) return unions.get(type.getText())
  const others = /'([^']+)'/g
  const left = [...without.getText().matchAll(others)].map(([, word]) => word)
  return allOf(from)?.filter(word => !left.includes(word))
}

for (const { file, tree } of sources) {
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) {
      const item = itemOf(node.type)
      const all = item && allOf(item)
      const given = listOf(node.initializer)
      const missing = all && given ? all.filter(word => !given.includes(word)) : []
      if (missing.length > 0 && given !== null && given.length > missing.length)
        found.push(`${file}: ${node.name.getText()} has no ${missing.map(word => `'${word}'`).join(', ')}`)
    }
    ts.forEachChild(node, look)
  }
  look(tree)
}

/** Whether every path through a list of statements leaves the function, as far as the last statement shows. */
function leaves(statements: readonly ts.Statement[]): boolean {
  const last = statements.at(-1)
  if (last === undefined) return false
  if (ts.isBlock(last)) return leaves(last.statements)
  return ts.isReturnStatement(last) || ts.isThrowStatement(last)
}

/** Whether a switch is the last statement of a function that must return a value: a missing case is then a type error. */
function isGuarded(node: ts.SwitchStatement, checker: ts.TypeChecker): boolean {
  const { parent } = node
  if (!ts.isBlock(parent) || parent.statements.at(-1) !== node || !ts.isFunctionLike(parent.parent))
    return false
  const signature = checker.getSignatureFromDeclaration(parent.parent)
  const returned = signature && checker.getReturnTypeOfSignature(signature)
  const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Any
  const all = returned?.isUnion() ? returned.types : [returned]
  if (parent.parent.type === undefined || all.some(type => !type || type.flags & nothing)) return false
  const { clauses } = node.caseBlock
  return clauses.every(({ statements }, index) =>
    statements.length === 0 ? index < clauses.length - 1 : leaves(statements),
  )
}

let switches = 0

/** Reports a switch over a union of words that silently ignores another word. */
function lookAtSwitch(node: ts.SwitchStatement, file: string, checker: ts.TypeChecker): void {
  const type = checker.getTypeAtLocation(node.expression)
  if (!type.isUnion() || !type.types.every(each => each.isStringLiteral())) return
  switches += 1
  const { clauses } = node.caseBlock
  const other = clauses.find(clause => ts.isDefaultClause(clause))
  const isOpen = other === undefined ? !isGuarded(node, checker) : !/\bnever\b/.test(other.getText())
  if (!isOpen) return
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart())
  const named = clauses.flatMap(clause =>
    ts.isCaseClause(clause) ? [clause.expression.getText().slice(1, -1)] : [],
  )
  const others = type.types.flatMap(each =>
    each.isStringLiteral() && !named.includes(each.value) ? [`'${each.value}'`] : [],
  )
  found.push(`${file}:${line + 1}: a switch passes over words: ${others.join(', ') || 'those to come'}`)
}

const config = ts.getParsedCommandLineOfConfigFile(
  `${root}/tsconfig.json`,
  { noEmit: true },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.error },
)
const names = sources.map(({ file }) => resolve(root, file))
const program = ts.createProgram(names, config?.options ?? {})
const checker = program.getTypeChecker()
for (const name of names) {
  const look = (node: ts.Node): void => {
    if (ts.isSwitchStatement(node)) lookAtSwitch(node, relative(root, name), checker)
    ts.forEachChild(node, look)
  }
  const tree = program.getSourceFile(name)
  if (tree?.text.includes('switch (')) look(tree)
}

for (const line of found) console.error(line)
console.log(
  `tables: ${sources.length} files, ${unions.size} unions of words, ${switches} switches over such, ${found.length} places that forget words`,
)
if (sources.length === 0 || found.length > 0) process.exit(1)
