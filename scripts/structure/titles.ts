import ts from 'typescript'
import type { Source } from './sources.ts'

const relative = /^(?:that|and|what|who|which|whose|whom|of|those|but|than|so)\b/i
const runners = new Set(['test', 'it', 'describe'])

/** Lists the titles of tests that open with a relative word or a conjunction, each as `file:line title`. */
export function relativeTitles(tests: readonly Source[]): string[] {
  return tests.flatMap(({ file, tree }) =>
    titlesOf(tree)
      .filter(({ text }) => relative.test(text))
      .map(
        ({ node, text }) => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${text}`,
      ),
  )
}

interface Title {
  readonly node: ts.Node
  readonly text: string
}

function titlesOf(tree: ts.SourceFile): Title[] {
  const found: Title[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && runners.has(calledBy(node))) {
      const title = titleOf(node.arguments[0])
      if (title) found.push(title)
      if (title?.text.startsWith('%s')) found.push(...rowTitles(node.expression))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Returns the identifier at the beginning of a call: `test` for `test.each(rows)('…')`. */
function calledBy(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? calledBy(node.expression) : ''
}

function titleOf(node: ts.Node | undefined): Title | null {
  if (!node) return null
  if (ts.isStringLiteralLike(node)) return { node, text: node.text }
  return ts.isTemplateExpression(node) ? { node, text: node.head.text } : null
}

/** Returns the first column of a table that is written inside `each`, since `%s` makes it the title. */
function rowTitles(each: ts.Expression): Title[] {
  const table = ts.isCallExpression(each) ? each.arguments[0] : undefined
  if (!table || !ts.isArrayLiteralExpression(table)) return []
  return table.elements.flatMap(
    row => titleOf(ts.isArrayLiteralExpression(row) ? row.elements[0] : row) ?? [],
  )
}
