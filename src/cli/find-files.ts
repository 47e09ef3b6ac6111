import { resolve } from 'node:path'
import { isGlob, matchesPath, patternsOf } from './glob.ts'
import { type Io, UsageError } from './io.ts'

/** File that a command will read. */
export interface FoundFile {
  readonly file: string
  /** Whether the user named the file itself, rather than a folder or a pattern that includes the file. */
  readonly named: boolean
}

/**
 * Finds the files that paths, folders and patterns include. Each is listed once; a folder's files are sorted by name.
 */
export async function findFiles(paths: readonly string[], io: Io): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const path of paths)
    for (const one of await filesOf(path, io)) {
      const known = found.get(resolve(one.file))
      if (known === undefined || (one.named && !known.named)) found.set(resolve(one.file), one)
    }
  return [...found.values()]
}

async function filesOf(path: string, io: Io): Promise<readonly FoundFile[]> {
  const there = path === '-' ? 'file' : await io.look(path)
  const isPattern = there === null && isGlob(path)
  if (there === 'file' || (there === null && !isPattern)) return [{ file: path, named: true }]
  const files = isPattern ? await filesMatching(path, io) : await filesBelow(path, io)
  const relevant = files.filter(isRelevant)
  if (relevant.length > 0) return relevant.map(file => ({ file, named: false }))
  throw new UsageError(
    isPattern ? `no file matches '${path}'` : `the folder '${path}' has no module and no JSON file`,
    'tests, declarations (.d.ts), links, node_modules and names that begin with a dot are skipped',
  )
}

/** Whether a file is a module or JSON. Test files are skipped, because they need their own runner. */
const isRelevant = (file: string): boolean =>
  /\.(?:[cm]?[jt]s|json)$/.test(file) && !/\.(?:d|test|spec)\.[cm]?[jt]s$/.test(file)

/** Finds the files that a pattern matches. */
async function filesMatching(path: string, io: Io): Promise<readonly string[]> {
  const patterns = patternsOf(path)
  if (patterns === null)
    throw new UsageError(`'${path}' expands to too many patterns`, 'split the pattern into several')
  const found = new Set<string>()
  for (const pattern of patterns) {
    const steps = pattern.split('/')
    const first = steps.findIndex(isGlob)
    if (first < 0) {
      if ((await io.look(pattern)) === 'file') found.add(pattern)
      continue
    }
    const base = steps.slice(0, first).join('/')
    const rest = steps.slice(first)
    for (const file of await filesBelow(first === 0 ? '.' : base || '/', io)) {
      const inner = first === 0 ? file : file.slice(base.length + 1)
      if (matchesPath(inner.split('/'), rest)) found.add(file)
    }
  }
  return [...found].sort()
}

/** Finds all files in a folder and its subfolders. */
async function filesBelow(folder: string, io: Io): Promise<readonly string[]> {
  const files: string[] = []
  const open = [folder]
  for (const next of open) {
    const entries = await io.look(next)
    if (entries === null || entries === 'file') continue
    for (const { name, isFolder } of entries) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = next === '.' ? name : `${next.replace(/\/$/, '')}/${name}`
      if (isFolder) open.push(path)
      else files.push(path)
    }
  }
  return files.sort()
}
