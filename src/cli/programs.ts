import { parseJson } from '../core/text/json.ts'
import { addAll } from '../core/text/list.ts'
import { formatCount } from '../core/text/number.ts'
import { type Exported, programsOf } from './exported.ts'
import { findFiles } from './find-files.ts'
import { type Io, UsageError } from './io.ts'
import { loadModule } from './load-module.ts'
import { declarationsOfJSON, isModule, readPrograms } from './module.ts'
import { isSurelyProgram } from './program-file.ts'

/** File whose programs could not be read or checked, with the error. */
export interface UnreadFile {
  readonly file: string
  readonly error: UsageError
}

/** Programs of all files, and the files whose programs could not be read. */
export interface AllPrograms {
  readonly programs: readonly Exported[]
  readonly failures: readonly UnreadFile[]
}

/**
 * Reads the programs of files, folders and patterns. Loading a module runs its code, so modules in folders and patterns
 * are loaded only with permission, and may export no program. If one file cannot be read, the others are still read.
 */
export async function readAllPrograms(
  paths: readonly string[],
  allowImport: boolean,
  io: Io,
): Promise<AllPrograms> {
  const files = await findFiles(paths, io)
  const brought = files.filter(({ file, named }) => !named && isModule(file))
  if (brought.length > 0 && !allowImport)
    throw new UsageError(
      `${formatCount(brought.length, 'module')} of a folder or a pattern would have to run: '${brought[0]?.file}'${brought.length > 1 ? ', …' : ''}`,
      'use --allow-import to load them, which runs their code; a module that you name by its own path needs no flag',
    )
  const programs: Exported[] = []
  const failures: UnreadFile[] = []
  for (const { file, named } of files)
    try {
      addAll(programs, named ? await readPrograms(file, io) : await programsIn(file, io))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      failures.push({ file, error })
    }
  if (programs.length > 0 || failures.length > 0) return { programs, failures }
  throw new UsageError(
    `no program in ${paths.map(path => `'${path}'`).join(', ')}`,
    'a module must export the result of agent(), pipeline() or another builder; JSON must fit ctxc/schema/program.json',
  )
}

/** Reads the programs of a file that may contain none. */
async function programsIn(file: string, io: Io): Promise<readonly Exported[]> {
  if (isModule(file)) return programsOf(await loadModule(file, io), file)
  // The file may contain anything, for example JSON with comments.
  const json = parseJson((await io.readFile(file).catch(() => '')).replace(/^\ufeff/, ''))
  return isSurelyProgram(json) ? [declarationsOfJSON(json, file).exported] : []
}
