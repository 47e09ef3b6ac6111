/** The regular expressions in `src`, and whether a checker finds one that hostile text makes slow (ReDoS). */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { check } from 'recheck'
import ts from 'typescript'
import { isTest } from './entries.ts'

/** A regular expression, and the first place where it is written. */
export interface Found {
  readonly source: string
  readonly flags: string
  readonly at: string
}

/** Time limit in milliseconds for checking one expression. */
const timeout = 20_000

/** Expressions that were found safe, as `/source/flags`. They are checked again only after a change. */
export const knownFile = new URL('../test/safety/safe-regexes.json', import.meta.url)

export const nameOf = ({ source, flags }: Found): string => `/${source}/${flags}`

/**
 * Returns all different expressions in the published code. `dynamic` are calls of `RegExp` with a text made at run
 * time.
 */
export function regexesOf(root: string): {
  readonly all: readonly Found[]
  readonly dynamic: readonly string[]
} {
  const all = new Map<string, Found>()
  const dynamic: string[] = []
  const files = globSync('src/**/*.ts', { cwd: root }).filter(file => !isTest(file))
  for (const file of files.sort()) {
    const tree = ts.createSourceFile(
      file,
      readFileSync(`${root}/${file}`, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    const add = (node: ts.Node, source: string, flags: string): void => {
      const at = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
      const found = { source, flags, at }
      if (!all.has(nameOf(found))) all.set(nameOf(found), found)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        add(node, node.text.slice(1, end), node.text.slice(end + 1))
      } else if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        node.expression.getText() === 'RegExp'
      ) {
        const [source, flags] = node.arguments ?? []
        if (source && ts.isStringLiteralLike(source))
          add(node, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '')
        else dynamic.push(`${file} ${node.getText().replace(/\s+/g, ' ').slice(0, 60)}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return { all: [...all.values()], dynamic }
}

/** Returns why the checker does not call an expression safe; null if it is safe. */
export async function slowness({ source, flags }: Found): Promise<string | null> {
  const result = await check(source, flags, { timeout })
  if (result.status === 'safe') return null
  return result.status === 'vulnerable' ? result.complexity.summary : `unknown (${result.error.kind})`
}

if (import.meta.main) {
  const safe: string[] = []
  for (const found of regexesOf('.').all) {
    const why = await slowness(found)
    if (why === null) safe.push(nameOf(found))
    else console.log(`${found.at} ${why}: ${nameOf(found)}`)
  }
  writeFileSync(knownFile, `${JSON.stringify(safe.sort(), null, 2)}\n`)
  process.exit(0)
}
