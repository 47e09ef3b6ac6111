// Runs the example as a user would: the first process is killed while a call waits, and a second one approves it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-pipeline-'))

/** Runs a command, and kills the process as soon as it waits for an approval. */
async function run(words: readonly string[], expected: number | null): Promise<void> {
  console.log(`$ node index.ts ${words.join(' ')}`.trim())
  const child = spawn(process.execPath, [join(import.meta.dirname, 'index.ts'), ...words], {
    env: { ...process.env, DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', text => {
    output += text
    if (/^waiting: .*\n/m.test(output)) child.kill('SIGKILL')
  })
  const [code] = await once(child, 'close')
  console.log(output.trim() + (code === null ? '\n(killed)' : ''))
  assert.equal(code, expected)
}

try {
  await run([], null)
  await run(['approve'], 0)
  const refunds = readFileSync(join(folder, 'refunds.jsonl'), 'utf8').trim().split('\n')
  assert.equal(refunds.length, 1, 'the money is paid back once')
  console.log(`refunds: ${refunds[0]}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
