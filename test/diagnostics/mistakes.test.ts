// Mistakes that a new user makes, and what answers each of them, kept in mistakes.golden.txt. An answer names the mistake and
// the next step. `UPDATE_GOLDENS=1 npx vitest run test/diagnostics` writes the file again: read its difference.
//
// Three mistakes are not here. A TypeScript module on an old Node cannot be made on this one (src/cli/load-module.ts answers
// it). A forgotten `await` is a type error. A session of another program is none: its agents count as other agents.
import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diag/diagnostic.ts'
import { expectGolden } from './golden.ts'
import { commandMistakes } from './mistakes/command-line.ts'
import { inputMistakes, optionMistakes } from './mistakes/compiling.ts'
import { adapterMistakes, declarationMistakes } from './mistakes/declaring.ts'
import type { Mistake } from './mistakes/mistake.ts'

const groups = {
  'Options of compile': optionMistakes,
  'Messages and sessions': inputMistakes,
  Declarations: declarationMistakes,
  'Adapters and the runner': adapterMistakes,
  'Command line': commandMistakes,
}

/** Answers that are no help: nothing is said although something is wrong. */
const silent = 'nothing is said'

const textOf = ({ code, level, message, help }: Diagnostic): string =>
  `${level}[${code}]: ${message}${help === null ? '' : `\n  = help: ${help}`}`

async function answerTo({ make }: Mistake): Promise<string> {
  try {
    const result = await make()
    if (typeof result === 'string') return result
    const { diagnostics = [] } = (result ?? {}) as { diagnostics?: readonly Diagnostic[] }
    return diagnostics.length === 0 ? silent : diagnostics.map(textOf).join('\n')
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : `threw ${String(error)}`
  }
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ').trimEnd()

test('every mistake is answered as its golden says', async () => {
  const all = Object.values(groups).flat()
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
  const lines: string[] = []
  for (const [title, mistakes] of Object.entries(groups)) {
    lines.push(`# ${title}`, '')
    for (const mistake of mistakes) lines.push(mistake.code, indented(await answerTo(mistake)), '')
  }
  expectGolden('mistakes.golden.txt', lines.join('\n'))
})

test('no mistake is answered by silence, or by an error of the engine', async () => {
  const bad: string[] = []
  for (const mistake of Object.values(groups).flat()) {
    const answer = await answerTo(mistake)
    // These are messages of V8, which name nothing of the user's.
    if (
      answer === silent ||
      /RangeError|is not a function|Cannot read|is not iterable|undefined \(/.test(answer)
    )
      bad.push(`${mistake.code}: ${answer}`)
  }
  expect(bad).toEqual([])
})
