import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../entries.ts'
import type { Sample } from './sample.ts'
import { writeShownFiles } from './shown-files.ts'

/** Folder of the modules that are made from samples. */
export const folder = join(root, 'node_modules/.cache/docs-samples')

/** Returns the path of a sample's module. */
export const moduleOf = (index: number): string => join(folder, `sample-${index}.mts`)

/** Pattern of a place in a stack trace or a compiler message: the number of the sample, and the line. */
export const place = /[^\s(]*sample-(\d+)[.]mts[:(](\d+)[:,]\d+\)?/

/** Writes each sample as a module, and the files that samples read. */
export function writeModules(samples: readonly Sample[]): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeShownFiles(join(folder, 'files'))
  for (const [index, { source }] of samples.entries())
    writeFileSync(moduleOf(index), `${source}\nexport {}\n`)
}
