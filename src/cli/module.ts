import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAgent, isGroup, type Member } from '../agent/member.ts'
import { isObject } from '../ir/json.ts'
import { createSession, type SessionOptions } from '../session/create.ts'
import { Session } from '../session/session.ts'
import { fileReason, inputName } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { looksDeclared, programOf } from './program-file.ts'
import { readJson } from './read.ts'

/** What a module declares: a program, and a session to compile it in. */
export interface Declared {
  readonly program: Member
  readonly session: Session | null
}

/** Whether a file is a module, and no data. */
export const isModule = (file: string): boolean => /\.[cm]?[jt]s$/.test(file)

/** Reads the program that a module exports: its default, or the only one there is; or the one that JSON holds. */
export async function readModule(file: string, io: Io): Promise<Declared> {
  if (!isModule(file)) return declaredIn(await readJson(file, io), inputName(file))
  const found = await load(file, io)
  const programs = Object.entries(found).filter(([, value]) => isProgram(value))
  const [only] = programs
  const chosen = isProgram(found.default) ? found.default : programs.length === 1 ? only?.[1] : undefined
  if (chosen === undefined) {
    const names = programs.map(([name]) => `'${name}'`).join(', ')
    throw new UsageError(
      programs.length === 0
        ? `'${file}' exports no agent and no pipeline`
        : `'${file}' exports several programs: ${names}`,
      'export the one to compile as default',
    )
  }
  return { program: chosen as Member, session: sessionIn(found) }
}

/** The program that JSON holds: it has no session beside it. */
export const declaredIn = (json: unknown, name: string): Declared => ({
  program: programOf(json, name),
  session: null,
})

/** The session that a module exports; one that another copy of this package made is made anew. */
function sessionIn(found: Readonly<Record<string, unknown>>): Session | null {
  for (const value of Object.values(found)) {
    if (value instanceof Session) return value
    if (!isObject(value) || !Array.isArray(value.events) || typeof value.toJSON !== 'function') continue
    return createSession(value.toJSON() as SessionOptions)
  }
  return null
}

async function load(file: string, io: Io): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await io.importModule(pathToFileURL(resolve(file)).href)
  } catch (error) {
    const code = isObject(error) ? error.code : undefined
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new UsageError(
        `this Node cannot read TypeScript: '${file}'`,
        'Node reads it from 22.18 on; or give the module as JavaScript',
      )
    throw new UsageError(`cannot load '${file}': ${fileReason(error)}`)
  }
}

/** Whether an export is a program: what `agent` or `pipeline` gave, or an agent as plain data. */
const isProgram = (value: unknown): boolean =>
  isObject(value) &&
  !Array.isArray(value.events) &&
  (isGroup(value as never) ||
    (isAgent(value as never) && typeof value.name === 'string' && looksDeclared(value)))
