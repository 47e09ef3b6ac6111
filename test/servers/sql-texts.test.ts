// SQL in the sources is made of constants: nothing that a caller gives is part of its text.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../../scripts/entries.ts'

const folders = 'src/run/{store/postgres,store/sqlite,remember,dbos}/**/*.ts'

/** Words with which a part of a statement begins. */
const sql =
  /\b(select|insert into|update|delete from|create|alter|drop|lock table|listen|notify|pragma|from|where)\s/i

/** Values in SQL that are no constants, and what keeps texts of callers out. */
const checked: Readonly<Record<string, string>> = {
  'schema.ts name': '`checkSchemaName` has accepted it',
  'schema.ts steps': 'they are the migrations, with their numbers',
  'functions.ts index': 'it is the number of the appends of a statement',
  'listen.ts channel': 'it is made of the digits of a digest',
  'open-database.ts synchronous': "the store's options are 'full' and 'normal'",
}

/** Files with exported functions that make SQL for other files of these folders, which are the only callers. */
const builders: readonly string[] = ['fragments.ts']

/** Reads the templates of files that are SQL. */
class SqlTemplates {
  private readonly calls: ts.CallExpression[] = []
  /** Values in the templates that callers of the files may choose. */
  readonly open = new Set<string>()
  count = 0

  /** `texts` are the texts of files, by path. */
  constructor(texts: Readonly<Record<string, string>>) {
    const files = Object.entries(texts).map(([path, text]) =>
      ts.createSourceFile(basename(path), text, ts.ScriptTarget.Latest, true),
    )
    for (const file of files) this.collectCalls(file)
    for (const file of files) this.read(file)
  }

  private collectCalls(node: ts.Node): void {
    if (ts.isCallExpression(node)) this.calls.push(node)
    node.forEachChild(child => this.collectCalls(child))
  }

  private read(node: ts.Node): void {
    if (ts.isTemplateExpression(node) && sql.test(node.getText()) && !isMessage(node)) {
      this.count++
      for (const { expression } of node.templateSpans) this.judge(expression, new Set())
    }
    node.forEachChild(child => this.read(child))
  }

  /** Follows the values of an expression to constants. `seen` are the parameters on the way. */
  private judge(expression: ts.Node, seen: Set<string>): void {
    for (const identifier of identifiersIn(expression)) {
      const { text } = identifier
      const scope = scopeOf(identifier)
      if (scope === null || isWithin(scope, expression)) continue
      const name = ownFunctionName(scope)
      if (name === null) this.open.add(`${identifier.getSourceFile().fileName} ${text}`)
      else if (!seen.has(`${name} ${text}`)) {
        seen.add(`${name} ${text}`)
        for (const given of this.givenFor(name, scope as ts.FunctionLike, text)) this.judge(given, seen)
      }
    }
  }

  /** Returns what the calls of a function of the file give for one of its parameters. */
  private givenFor(name: string, { parameters }: ts.FunctionLike, parameter: string): readonly ts.Node[] {
    const at = parameters.findIndex(each => boundNames(each.name as ts.BindingName).includes(parameter))
    return this.calls.flatMap(call => {
      const given = call.expression.getText() === name ? call.arguments[at] : undefined
      return given === undefined ? [] : [given]
    })
  }
}

/** Whether a template is the message of an error. */
function isMessage(node: ts.Node): boolean {
  for (let above = node.parent; above !== undefined && !ts.isStatement(above); above = above.parent)
    if (ts.isNewExpression(above)) return true
  return false
}

/** Names in an expression that stand for values, without those of properties. */
function identifiersIn(node: ts.Node): readonly ts.Identifier[] {
  if (ts.isIdentifier(node)) return [node]
  if (ts.isPropertyAccessExpression(node)) return identifiersIn(node.expression)
  const found: ts.Identifier[] = []
  node.forEachChild(child => void found.push(...identifiersIn(child)))
  return found
}

/** Returns the function or block that declares a name; null if its file does. */
function scopeOf(identifier: ts.Identifier): ts.Node | null {
  for (let node: ts.Node | undefined = identifier.parent; node !== undefined; node = node.parent)
    if ((ts.isFunctionLike(node) || ts.isBlock(node)) && namesIn(node).includes(identifier.text)) return node
  return null
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  for (let above: ts.Node | undefined = node; above !== undefined; above = above.parent)
    if (above === outer) return true
  return false
}

/** Names that a function or a block declares. */
function namesIn(node: ts.Node): readonly string[] {
  if (ts.isFunctionLike(node))
    return node.parameters.flatMap(({ name }) => boundNames(name as ts.BindingName))
  if (!ts.isBlock(node)) return []
  return node.statements.flatMap(statement =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
      : [],
  )
}

const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap(element => (ts.isBindingElement(element) ? boundNames(element.name) : []))

/** Returns the name of a function whose callers are all known; null for any other node. */
function ownFunctionName(node: ts.Node): string | null {
  const declaration = node.parent
  if (!ts.isFunctionLike(node) || !ts.isVariableDeclaration(declaration)) return null
  const statement = declaration.parent.parent
  const isBuilder = builders.includes(node.getSourceFile().fileName)
  const isExported = ts.isVariableStatement(statement) && statement.modifiers !== undefined && !isBuilder
  return isExported || statement.parent.kind !== ts.SyntaxKind.SourceFile ? null : declaration.name.getText()
}

const paths = globSync(folders, { cwd: root, exclude: ['**/test/**'] }).filter(
  path => !path.endsWith('.test.ts'),
)

test('SQL in the sources has no value that is no constant, but a few checked ones', () => {
  const texts = paths.map(path => [path, readFileSync(join(root, path), 'utf8')] as const)
  const { count, open } = new SqlTemplates(Object.fromEntries(texts))
  expect(count).toBeGreaterThan(30)
  expect([...open].toSorted()).toEqual(Object.keys(checked).toSorted())
})

test.each([
  ['a parameter', 'export const find = (id: string) => run(`select * from t where id = ${id}`)'],
  [
    'a parameter of a function that passes it on',
    'const of = (id: string) => `where id = ${id}`\nexport const find = (id: string) => run(of(id))',
  ],
  [
    'a local value',
    'export function find(key: Key) {\n  const { id } = key\n  return run(`delete from t where id = ${id}`)\n}',
  ],
  [
    'a property of a parameter',
    'export const find = (key: Key) => run(`select 1 from t where id = ${quoted(key.id)}`)',
  ],
])('%s in SQL is found', (_, text) => {
  expect(new SqlTemplates({ 'some.ts': text }).open.size).toBe(1)
})
