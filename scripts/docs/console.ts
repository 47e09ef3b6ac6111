import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../entries.ts'
import { fencesOf } from './fence.ts'
import { isShortOf } from './gaps.ts'
import { writeShownFiles } from './shown-files.ts'

const cli = join(root, 'dist/cli.js')

/** Commands that `console` blocks may contain, and the file that Node runs for each. */
const programs: readonly (readonly [command: RegExp, ...file: string[]])[] = [
  [/^npx ctxc /, cli],
  [/^node support-run\/index\.ts$/, join(root, 'examples/support-run/index.ts')],
]

/** Returns the text of a page in which every `console` block shows what its commands print today. */
export function withOutputs(text: string, folder: string): string {
  let fresh = text
  for (const { language, code, at } of [...fencesOf(text)].reverse()) {
    if (language !== 'console') continue
    const printed = outputsOf(code, folder)
    if (!isShortOf(code, printed, /^…$/m))
      fresh = `${fresh.slice(0, at)}${printed}${fresh.slice(at + code.length)}`
  }
  return fresh
}

/**
 * Makes a folder with the files that the pages show, in which modules can import the package. Removes the folder at the
 * end.
 */
export function inFolder<Value>(use: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-docs-'))
  try {
    writeShownFiles(folder)
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/ctxc'), 'junction')
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the commands of a block, and returns the block with the output of each command. */
function outputsOf(code: string, folder: string): string {
  const commands = [...code.matchAll(/^\$ ((?:npx|node) .*)$/gm)].map(([, command]) => command!)
  return commands.map(command => `$ ${command}\n${apart(outputOf(command, folder))}`).join('\n')
}

/** Returns an output that begins with a command of its own after an empty line. */
const apart = (output: string): string => `${output.startsWith('$') ? '\n' : ''}${output.trimEnd()}\n`

function outputOf(command: string, cwd: string): string {
  const found = programs.find(([pattern]) => pattern.test(command))
  if (!found) throw new Error(`no program for '${command}': scripts/docs/console.ts`)
  const [pattern, file] = found
  const words = command.replace(pattern, '').match(/'[^']*'|\S+/g) ?? []
  const argv = [file!, ...words.map(word => word.replace(/^'|'$/g, ''))]
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  // An error without an exit code is a failure of the command itself, so the page would show no example of its output.
  if (stderr.startsWith('error: ')) throw new Error(`'${command}' failed: ${stderr}`)
  return stdout + stderr
}
