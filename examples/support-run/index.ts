// A support desk on the command line: the first command ends where a call waits for approval, the second one approves it and
// goes on from the file in which the session is kept. No model is called.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { execPath, exit } from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = import.meta.dirname
const session = ['run', 'program.ts', '--session', 'A7', '--model', 'scripted']

/** Runs a command, and prints the command and its output. Ends the process if the exit code is not the expected one. */
function ctxc(words: readonly string[], expected: number): void {
  const shown = words.map(word => (/\s/.test(word) ? `'${word}'` : word))
  console.log(`$ ctxc ${shown.join(' ')}`)
  const cli = fileURLToPath(new URL('./dist/cli.js', import.meta.resolve('ctxc/package.json')))
  const { status } = spawnSync(execPath, [cli, ...words], { cwd: folder, stdio: ['ignore', 1, 1] })
  if (status !== expected) exit(status ?? 1)
  console.log()
}

const store = join(folder, '.ctxc')
rmSync(store, { recursive: true, force: true })
ctxc([...session, '--message', 'My lamp arrived broken. I want my money back.'], 3)
ctxc([...session, '--approve', '4.1'], 0)
rmSync(store, { recursive: true, force: true })
