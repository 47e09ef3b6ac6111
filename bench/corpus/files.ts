import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from './places.ts'
import { createRandom, shuffle } from './random.ts'

/** Other builds of a module hold nearly the same text. */
const build = /\/(esm|cjs|es|commonjs|module|dist|lib|build|src)(?=\/)|(?<=\.(d\.)?)[cm](?=[jt]s$)/g

/** Different texts of installed packages, mixed, until there are enough bytes. */
export function texts(name: RegExp, enough = Number.POSITIVE_INFINITY): string[] {
  const paths = packages.filter(folder => existsSync(folder)).flatMap(folder => walk(folder, name))
  const seen = new Set<string>()
  const found: string[] = []
  let bytes = 0
  for (const path of shuffle(paths.sort(), createRandom(1))) {
    if (bytes >= enough) break
    const module = path.replace(build, '')
    const text = readFileSync(path, 'utf8')
    if (seen.has(module) || seen.has(text) || !isWritten(text)) continue
    seen.add(module).add(text)
    found.push(text)
    bytes += Buffer.byteLength(text)
  }
  return found
}

function walk(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return walk(path, name)
    return entry.isFile() && name.test(entry.name) ? [path] : []
  })
}

/** Whether it is neither minified nor one giant file that would fill the corpus. */
const isWritten = (text: string): boolean =>
  text.length < 400_000 && text.length / text.split('\n').length < 200
