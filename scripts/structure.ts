/**
 * Prints figures that show how easy the source is to read and to change. An argument names another checkout: `node
 * scripts/structure.ts ../before`.
 */
import { dirname, resolve } from 'node:path'
import { root } from './entries.ts'
import { relativeOpenings } from './structure/comments.ts'
import { functionsOf } from './structure/functions.ts'
import { importsOf } from './structure/imports.ts'
import { rootExports, sharedNames } from './structure/names.ts'
import { functionsRun } from './structure/run.ts'
import { sourcesOf } from './structure/sources.ts'

const folder = resolve(process.argv[2] ?? root)
const sources = sourcesOf(folder)
const functions = sources.flatMap(functionsOf)
const over = (of: 'lines' | 'complexity' | 'parameters', most: number): string => {
  const found = functions.filter(one => one[of] > most).sort((left, right) => right[of] - left[of])
  const shown = found.slice(0, 3).map(({ name, file, ...one }) => `${name} ${one[of]} (${file})`)
  return `${found.length}: ${shown.join(', ')}`
}

const perFolder = new Map<string, number>()
for (const { file } of sources) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1)
const full = [...perFolder].filter(([, files]) => files > 40).map(([name, files]) => `${name} ${files}`)

const imports = importsOf(folder, sources)
const core = sources.find(({ file }) => /compile\/(?:core|compile-session)\.ts$/.test(file))
const shared = sharedNames(sources)
const exported = rootExports(folder)

const figures: Readonly<Record<string, string | number>> = {
  files: sources.length,
  'functions over 40 lines': over('lines', 40),
  'functions over 60 lines': over('lines', 60),
  'functions of complexity over 10': over('complexity', 10),
  'functions of complexity over 15': over('complexity', 15),
  'functions with over 4 parameters': over('parameters', 4),
  'functions with over 5 parameters': over('parameters', 5),
  'flat folders over 40 files': full.join(', ') || 'none',
  'pairs of folders that import each other': `${imports.pairs.length}, of which no parent and child: ${imports.siblings.join(', ') || 'none'}`,
  'imports of the core file, types aside': core ? imports.valuesOf(core.file) : 'no core file',
  'functions run by the first example': await functionsRun(folder),
  'comment lines that open with a relative word': relativeOpenings(sources).length,
  'names exported from several files': `${shared.length}: ${shared.map(([name, files]) => `${name} ${files.length}`).join(', ')}`,
  'root exports': `${exported.values} values, ${exported.types} types`,
}
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
