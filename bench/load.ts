/** Time and memory that the module and the first count take in a new process. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { libraries } from './library/index.ts'
import { leftOut } from './library/loaded.ts'
import { rankFile } from './library/rank-file.ts'
import { orderOf } from './measure/order.ts'
import { createSamples } from './measure/samples.ts'
import { board } from './report/board.ts'
import { digits } from './report/digits.ts'
import { legend, machine } from './report/machine.ts'

const rounds = 9
const empty = 'empty process'
const columns = [
  { name: 'load, ms', better: 'less' },
  { name: 'memory (RSS), MB', better: 'less' },
] as const
const child = join(import.meta.dirname, 'measure/first-count.ts')

/** Milliseconds and megabytes of a fresh process; null where the library does not load. */
function firstCount(name: string): { ms: number; megabytes: number } | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, name], { encoding: 'utf8' })
  if (status === 0) return JSON.parse(stdout)
  if (libraries.find(library => library.name === name)?.optional) return null
  throw new Error(`${name} does not load: ${stderr}`)
}

console.log(machine())
rankFile() // written before anything is timed
const samples = createSamples()
const present = libraries.filter(library => {
  const loads = firstCount(library.name) !== null // this also brings its files into the disk's cache
  if (!loads) console.log(leftOut(library))
  return loads
})
for (let round = 0; round < rounds; round++)
  for (const name of orderOf([empty, ...present.map(library => library.name)], round)) {
    const { ms, megabytes } = firstCount(name) ?? { ms: Number.NaN, megabytes: Number.NaN }
    samples.add('load, ms', name, ms)
    samples.add('memory (RSS), MB', name, megabytes)
  }

const absolute = (column: string, name: string): number => samples.median(column, name) ?? Number.NaN
const base = columns.map(({ name }) => absolute(name, empty))
console.log(
  `Medians of ${rounds} processes each, minus an empty one (${base.map(digits).join(' ms, ')} MB). ${legend}\n`,
)
console.log(
  board('Module and first count', columns, present, (library, column) => {
    const index = columns.findIndex(({ name }) => name === column)
    return absolute(column, library.name) - (base[index] as number)
  }),
)
