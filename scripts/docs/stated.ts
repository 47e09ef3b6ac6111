import ts from 'typescript'
import { isShortOf } from './gaps.ts'

/** Output of a `console.log(…)` that a comment states. */
export interface Stated {
  readonly text: string
  /** Line on which the comment begins. */
  readonly line: number
}

/**
 * Returns the stated outputs of a module, by the line of the `console.log`: the comment on its last line, or else the
 * comment lines right after it.
 */
export function statedOutputs(source: string): ReadonlyMap<number, Stated> {
  const file = ts.createSourceFile('sample.mts', source, ts.ScriptTarget.Latest)
  const rows = source.split('\n')
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line
  const found = new Map<number, Stated>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'console.log') {
      const last = lineOf(node.end)
      const stated = after(rows, last, file.getLineAndCharacterOfPosition(node.end).character)
      if (stated) found.set(lineOf(node.getStart(file)) + 1, stated)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function after(rows: readonly string[], last: number, column: number): Stated | undefined {
  const rest = /^[\s)};]*\/\/ ?(.*)$/.exec(rows[last]!.slice(column))
  if (rest) return { text: rest[1]!, line: last + 1 }
  const comments: string[] = []
  for (const row of rows.slice(last + 1)) {
    const comment = /^\s*\/\/ ?(.*)$/.exec(row)
    if (!comment) break
    comments.push(comment[1]!)
  }
  return comments.length > 0 ? { text: comments.join('\n'), line: last + 2 } : undefined
}

/** Whether printed text matches a stated output: `…` matches any text, and words after a colon are an explanation. */
export function agrees(stated: string, printed: string): boolean {
  const [text, output] = [words(stated), words(printed)]
  return isShortOf(text, output, /…/) || text.startsWith(`${output}: `)
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim()
