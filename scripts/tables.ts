// Fails where a list is typed by a union of words and names most of them, but not all: a word that is added to the union
// is then forgotten there. Read the union off one table, or type the list by `Exclude<Word, …>` for those that it leaves out.
import ts from 'typescript'
import { root } from './entries.ts'
import { sourcesOf } from './structure/sources.ts'

const sources = sourcesOf(root)
const found: string[] = []

/** Words of a union of texts; null for another type. */
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

/** Texts of a list; null if something else is in it. */
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

/** Words of a type: a union, its name, or what `Exclude` leaves of one. */
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

for (const line of found) console.error(line)
console.log(
  `tables: ${sources.length} files, ${unions.size} unions of words, ${found.length} lists that forget some`,
)
if (sources.length === 0 || found.length > 0) process.exit(1)
