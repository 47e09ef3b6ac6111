import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { root } from '../scripts/entries.ts'

/**
 * Builds programs in a folder, each with the sources that it imports: it starts in a quarter of the time. `programAt`
 * then finds them.
 */
export async function buildPrograms(folder: string, ...sources: readonly string[]): Promise<void> {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    ...{ entryPoints: sources.map(source => join(root, source)), outdir: folder, outbase: root },
    ...{ bundle: true, splitting: true, packages: 'external', platform: 'node', format: 'esm' },
    outExtension: { '.js': '.mjs' },
  })
  process.env.BUILT_PROGRAMS = folder
}

/** Returns the path of the program of a source file: the file itself if the program was not built. */
export function programAt(source: string): string {
  const { BUILT_PROGRAMS: folder } = process.env
  return folder === undefined ? source : join(folder, relative(root, source).replace(/\.ts$/, '.mjs'))
}

/** Builds the programs that tests with Postgres start, in the folder for the temporary files of tests. */
export default async function setup(): Promise<void> {
  await buildPrograms(
    mkdtempSync(join(tmpdir(), 'programs-')),
    'src/run/dbos/test/worker.ts',
    'src/run/runner/test/processes/follower.ts',
    'src/run/runner/test/processes/worker.ts',
    'src/run/store/postgres/test/first-append.ts',
    'test/servers/chat/server.ts',
    'test/servers/rush/worker.ts',
  )
}
