// Completes the lock: npm omits the hash of some packages, and then verifies nothing of them.
// Installs into a new cache, where npm keeps the hash of each tarball that it fetched and verified.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './entries.ts'
import { type Lock, nameOf, withoutIntegrity } from './lock.ts'

const lockFile = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as Lock
const missing = withoutIntegrity(lock)
if (missing.length > 0) {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-lock-'))
  const cache = join(folder, 'cache')
  try {
    const copy = join(folder, 'copy')
    mkdirSync(copy)
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, file), join(copy, file))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', cache], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const hashes = hashesIn(cache)
    for (const path of missing) {
      const entry = lock.packages[path]!
      const integrity = hashes.get(`${nameOf(path, entry)}@${entry.version}`)
      if (integrity === undefined) throw new Error(`npm fetched no ${path}`)
      lock.packages[path] = inOrder(entry, integrity)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${missing.length} hashes added`)

/** Hashes of the tarballs in a cache of npm, by `name@version`. */
function hashesIn(cache: string): Map<string, string> {
  const hashes = new Map<string, string>()
  for (const file of globSync(join(cache, '_cacache/index-v5/*/*/*'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, id, integrity] = /"key":"pacote:tarball:([^"]+)","integrity":"(sha512-[^"]+)"/.exec(line) ?? []
      if (id !== undefined && integrity !== undefined) hashes.set(id, integrity)
    }
  }
  return hashes
}

/** Inserts an entry's hash after its version, where npm writes it. */
function inOrder(entry: Lock['packages'][string], integrity: string): Lock['packages'][string] {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([field, value]) =>
      field === 'version'
        ? [
            [field, value],
            ['integrity', integrity],
          ]
        : [[field, value]],
    ),
  )
}
