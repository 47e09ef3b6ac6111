import ts from 'typescript'
import type { Source } from './sources.ts'

/** Function with a body. */
export interface Measured {
  readonly file: string
  readonly name: string
  readonly lines: number
  /** Number of paths through the function: one, and one more for each branch. */
  readonly complexity: number
  readonly parameters: number
}

const branches = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** Counts the branches of a function, without the branches of inner functions. */
function branchesIn(node: ts.Node): number {
  let count = 0
  ts.forEachChild(node, child => {
    if (branches.has(child.kind)) count++
    if (!ts.isFunctionLike(child)) count += branchesIn(child)
  })
  return count
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  return ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent)
    ? parent.name.getText()
    : '(anonymous)'
}

/** Measures all functions of a file, including inner functions. */
export function functionsOf({ file, tree }: Source): Measured[] {
  const found: Measured[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = (at: number): number => tree.getLineAndCharacterOfPosition(at).line
      found.push({
        file,
        name: nameOf(node),
        lines: line(node.end) - line(node.getStart()) + 1,
        complexity: 1 + branchesIn(node),
        parameters: node.parameters.length,
      })
    }
    ts.forEachChild(node, walk)
  }
  walk(tree)
  return found
}
