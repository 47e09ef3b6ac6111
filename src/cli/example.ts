import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { parseJson } from '../core/text/json.ts'
import { nearest } from '../core/text/nearest.ts'
import { didYouMean } from '../core/text/suggest.ts'
import { exit, type Io, UsageError } from './io.ts'

/** Possible root folders of the package: one above the built command line, or two above the source files. */
const roots = ['../', '../../'].map(path => fileURLToPath(new URL(path, import.meta.url)))

/** File of an example: its text, and its path in the example's folder. */
interface ExampleFile {
  readonly path: string
  readonly text: string
}

/** Whether a file is only for this repository: an example's tests, and the files that install and check it here. */
const isOfRepository = (name: string): boolean =>
  /^(?:check|browser)\.ts$|^package(?:-lock)?\.json$|^tsconfig\.json$|^node_modules$|^\./.test(name)

/** Copies an example of the package into a folder, and prints how to start it. Without a name, lists the examples. */
export async function exampleCommand(
  name: string | undefined,
  folder: string | undefined,
  io: Io,
): Promise<number> {
  const { root, names } = await examplesIn(io)
  const home = (example: string): string => join(root, 'examples', example)
  if (name === undefined) {
    for (const each of names) {
      const readme = await io.readFile(join(home(each), 'README.md'))
      io.out(`${each.padEnd(22)}${readme.split('\n', 1)[0]?.replace(/^# /, '')}\n`)
    }
    return exit.fine
  }
  if (!names.includes(name)) {
    const near = nearest(name, names, 1)
    throw new UsageError(
      `no example is named '${name}'`,
      near === null ? 'ctxc example lists them' : didYouMean(near),
    )
  }
  const to = folder ?? name
  const there = await io.look(to)
  if (there !== null && there.length > 0)
    throw new UsageError(`${to} is there already`, 'name another folder: ctxc example NAME FOLDER')
  const files = await filesIn(home(name), '', io)
  const docs = relative(resolve(to), root)
  for (const { path, text } of files) {
    await io.makeFolder(join(to, path, '..'))
    await io.writeFile(
      join(to, path),
      path === 'README.md' ? text.replaceAll('](../../', `](${docs}/`) : text,
    )
  }
  // The example gets its own `package.json`, because the surrounding project may be CommonJS.
  await io.writeFile(join(to, 'package.json'), '{ "private": true, "type": "module" }\n')
  const needed = await packagesOf(files, join(home(name), 'package.json'), io)
  const first = files.some(({ path }) => path === 'index.ts') ? 'index.ts' : 'server.ts'
  io.out(`copied ${files.length} files to ${to}. Next, in your project, on Node 22.18 or later:\n\n`)
  if (needed.length > 0) io.out(`  npm install ${needed.join(' ')}\n`)
  io.out(`  node ${join(to, first)}\n`)
  return exit.fine
}

async function examplesIn(io: Io): Promise<{ readonly root: string; readonly names: readonly string[] }> {
  for (const root of roots) {
    const entries = await io.look(join(root, 'examples'))
    if (entries === null || entries === 'file') continue
    return { root, names: entries.flatMap(({ name, isFolder }) => (isFolder ? [name] : [])).sort() }
  }
  throw new UsageError('the examples are not installed', 'reinstall ctxc')
}

async function filesIn(folder: string, path: string, io: Io): Promise<readonly ExampleFile[]> {
  const entries = await io.look(join(folder, path))
  if (entries === null || entries === 'file') return []
  const found: ExampleFile[] = []
  for (const { name, isFolder } of entries) {
    if (isOfRepository(name)) continue
    const inside = join(path, name)
    if (isFolder) found.push(...(await filesIn(folder, inside, io)))
    else found.push({ path: inside, text: await io.readFile(join(folder, inside)) })
  }
  return found
}

/** Returns the packages that an example's files import, each with the version that was tested. */
async function packagesOf(files: readonly ExampleFile[], own: string, io: Io): Promise<readonly string[]> {
  const declared = parseJson(await io.readFile(own).catch(() => '{}')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  } | null
  const versions: Readonly<Record<string, string>> = {
    ...manifest.devDependencies,
    ...declared?.dependencies,
  }
  const names = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/(?:from|import) '([^'.][^']*)'/g)].map(([, from = '']) => from))
    .map(from => from.split('/', from.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)]
    .filter(name => !name.startsWith('node:') && name !== manifest.name)
    .sort()
    .map(name => (versions[name] === undefined ? name : `${name}@${versions[name]}`))
}
