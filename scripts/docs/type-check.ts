import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root, paths as sources } from '../entries.ts'
import type { Sample } from './sample.ts'
import { folder, moduleOf, place } from './workspace.ts'

const paths = {
  ...Object.fromEntries(
    Object.entries(sources).map(([id, files]) => [id, files.map(file => file.replace('.//', '../../../'))]),
  ),
  // Samples are type-checked with the newest client; other tests use the version before it.
  openai: ['../../openai-7/index.d.mts'],
  'openai/*': ['../../openai-7/*.d.mts'],
}

/** Type-checks the samples next to the sources, and returns the compiler's messages. */
export async function typeCheck(samples: readonly Sample[]): Promise<string> {
  const files = samples.flatMap(({ norun }, index) => (norun ? [] : [basename(moduleOf(index))]))
  const config = { extends: '../../../tsconfig.json', files, include: [], compilerOptions: { paths } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const run = spawn(process.execPath, [tsc, '-p', folder, '--pretty', 'false'])
  const [printed, failed] = await Promise.all([text(run.stdout), text(run.stderr)])
  return (printed + failed).replace(
    new RegExp(place, 'g'),
    (_, index, line) => `${samples[Number(index)]?.file}:${line}`,
  )
}
