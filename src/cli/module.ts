import { isObject } from '../core/ir/json.ts'
import { restoreSession } from '../core/session/restore.ts'
import { Session } from '../core/session/session.ts'
import { suggestKnown } from '../core/text/suggest.ts'
import { type Exported, programIn, programLabel, programNames, programsOf } from './exported.ts'
import { inputName } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { type Exports, loadModule } from './load-module.ts'
import { programOf } from './program-file.ts'
import { readJson } from './read.ts'

/** Declarations that a module exports: a program, and the session to compile it in. */
export interface ModuleDeclarations {
  readonly exported: Exported
  readonly session: Session | null
}

/** Whether a file name belongs to a module rather than to data. */
export const isModule = (file: string): boolean => /\.[cm]?[jt]s$/.test(file)

/**
 * Reads one program. In a module, this is the export with the given name, the default export, or the only exported
 * program that is not part of another. In a JSON file, it is the file's program.
 */
export async function readModule(
  file: string,
  name: string | undefined,
  io: Io,
): Promise<ModuleDeclarations> {
  if (!isModule(file)) {
    if (name !== undefined) throw notOfModule()
    return declarationsOfJSON(await readJson(file, io), file)
  }
  const exports = await loadModule(file, io)
  return { exported: chooseProgram(exports, file, name), session: sessionIn(exports) }
}

/** Reads the programs that a module exports, or the program of a JSON file. */
export async function readPrograms(file: string, io: Io): Promise<readonly Exported[]> {
  if (!isModule(file)) return [declarationsOfJSON(await readJson(file, io), file).exported]
  const programs = programsOf(await loadModule(file, io), file)
  if (programs.length === 0) throw noProgram(file)
  return programs
}

/** Returns the program of a JSON file, which has no export name and no session. */
export const declarationsOfJSON = (json: unknown, file: string): ModuleDeclarations => ({
  exported: { file, name: '', program: programOf(json, inputName(file)) },
  session: null,
})

export const notOfModule = (): UsageError =>
  new UsageError(
    '--export needs a module that exports programs',
    'a JSON file holds only one program or conversation',
  )

/** Returns the result of `make`. Reports a malformed program as a mistake in the user's file. */
export async function makeOrReport<Made>(
  exported: Exported,
  make: () => Made | Promise<Made>,
): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(`${programLabel(exported, `'${exported.file}'`)}: ${error.message}`)
    if (error instanceof RangeError)
      throw new UsageError(
        `${programLabel(exported, `'${exported.file}'`)} contains itself, or is nested too deeply`,
      )
    throw error
  }
}

function chooseProgram(exports: Exports, file: string, name: string | undefined): Exported {
  const named = programIn(exports, name ?? 'default')
  if (named !== null) return { file, name: name ?? 'default', program: named }
  if (name !== undefined) throw noSuchProgram(programNames(exports), file, name)
  const [first, ...others] = programsOf(exports, file)
  if (first === undefined) throw noProgram(file)
  if (others.length === 0) return first
  const names = [first, ...others].map(program => `'${program.name}'`).join(', ')
  throw new UsageError(
    `'${file}' exports several programs: ${names}`,
    `choose a program, as in --export ${first.name}, or export it as default`,
  )
}

const noProgram = (file: string): UsageError =>
  new UsageError(
    `'${file}' exports no agent and no pipeline`,
    'export the result of agent(), pipeline() or another builder, as default or by name',
  )

function noSuchProgram(names: readonly string[], file: string, name: string): UsageError {
  if (names.length === 0) return noProgram(file)
  return new UsageError(`'${file}' exports no program '${name}'`, suggestKnown(name, names))
}

/**
 * Returns the session that a module exports. If another copy of this package made the session, it is restored from
 * JSON.
 */
function sessionIn(exports: Exports): Session | null {
  for (const value of Object.values(exports)) {
    if (value instanceof Session) return value
    if (!isObject(value) || !Array.isArray(value.events) || typeof value.toJSON !== 'function') continue
    return restoreSession(value.toJSON())
  }
  return null
}
