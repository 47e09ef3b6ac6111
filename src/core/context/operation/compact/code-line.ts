/** Line number that a tool put before a line: `  12→`, `12:`, `12-`, `12 |`, or a number before a tab. */
const numberBefore = /^\s*\d{1,7}(?:→|\t|[:-]|\s?\|) ?/

/** Returns a line without the number that a tool put before it. */
export const withoutNumber = (line: string): string => line.replace(numberBefore, '')

/** Whether a line starts with a number that a tool put there. */
export const isNumbered = (line: string): boolean => numberBefore.test(line)

/** Modifiers that may come before a declaration. */
const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|override|virtual|async|open|data|suspend|inline|unsafe|extern|partial|readonly|pub(?:\\([a-z]+\\))?|const|get|set) )*'

const declarations: readonly RegExp[] = [
  // A keyword of a declaration, and a name: Python, JavaScript, Rust, Go, Kotlin, Swift, Ruby, PHP, Scala, C#, C++.
  new RegExp(
    `^\\s*${modifiers}(?:def|class|function\\*?|interface|type|enum|struct|union|trait|impl|mod|module|namespace|fn|func|fun|object|record|protocol|extension|macro_rules!|typedef)\\b[\\s(<*&][^=]*`,
  ),
  // A function assigned to a name, such as `const run = async (…) =>`, and exports of a module.
  /^\s*(?:export )?(?:default )?(?:const|let|var|val) [\w$]+\s*(?::[^=]{1,80})?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]{1,80})?=>|[\w$]+\s*=>)/,
  /^export (?:const|let|var|default|type)\b/,
  // A method: modifiers, a name, parameters, and the start of a body.
  new RegExp(
    `^\\s+${modifiers}(?!if\\b|for\\b|while\\b|switch\\b|catch\\b|return\\b|else\\b|function\\b|with\\b)[\\w$#<>\\[\\], ]{1,60}\\([^;]*\\)\\s*(?::[^;=]{1,80})?(?:throws [\\w., ]+)?\\{\\s*$`,
  ),
  // C: a type, a name and parameters, starting in the first column of the line.
  /^(?!if\b|for\b|while\b|switch\b|return\b|else\b)[A-Za-z_][\w:*&<>, ]{0,60}[ *&]\w+\([^;{}]*\)\s*(?:const\s*)?\{?\s*$/,
  /^#\s*define\s+\w+|^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNIQUE\s+)?(?:TABLE|INDEX|VIEW|FUNCTION|TRIGGER|TYPE)\b/i,
  /^\s*(?:describe|it|test)(?:\.\w+)?\(.*\{\s*$/,
  // A shell function.
  /^\s*[\w-]+\s*\(\)\s*\{/,
]

/**
 * Whether a line declares a function, a class, a type or similar. The decision depends only on the shape of the line;
 * no code is parsed.
 */
export const isDeclaration = (line: string): boolean =>
  line.trim().length > 3 && declarations.some(shape => shape.test(line))

const statement =
  /^\s*(?:return|if|for|while|elif|else|try|except|finally|import|from\s+[\w.]+\s+import|const|let|var|self\.|this\.|super|@\w+|#include|package|using|use|raise|throw|assert|await|yield|with|match|case|switch|break|continue|pass|end|do|new|print|require|require_once|describe|it|test|expect)\b.*|^\s*(?:\/\/|\/\*|\*\s|\*\/|#\s|"""|''').*|^\s*[\w.$[\]'"]+\s*(?:[-+*/|&?]{0,2}=|:=)\s*\S.*|^\s*[\w.$]+\([^)]*\)?[;,]?\s*$|^\s*[})\]]+[;,)]*\s*$/

/** Whether a line looks like source code. */
export const isCode = (line: string): boolean =>
  isDeclaration(line) || statement.test(line) || /^\s.*[{}();,[]$|[{};]$/.test(line)

/** Returns the indentation of a line in columns; a tab counts as four. */
export function indentOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === ' ') columns++
    else if (sign === '\t') columns += 4
    else break
  }
  return columns
}
