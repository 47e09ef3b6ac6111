import { describe } from '../../core/form/describe.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { type Declaration, readProgram } from '../../core/program/read-program.ts'
import type { Models } from '../../run/models/model-client.ts'
import type { Callbacks } from '../../run/runner/callbacks.ts'
import type { Exported } from '../exported.ts'
import { type Io, UsageError } from '../io.ts'
import { type Exports, loadModule } from '../load-module.ts'
import { isModule, makeOrReport, readModule } from '../module.ts'
import { assertClients } from './assert-clients.ts'
import type { RunGiven } from './given.ts'
import { scriptedModels } from './scripted-models.ts'
import { withModel } from './with-model.ts'

/** Program of a file, with everything that a runner needs to run it. */
export interface Runnable {
  readonly exported: Exported
  readonly program: Exported['program']
  readonly declaration: Declaration
  /** Returns the model clients for a session that already contains this number of model answers. */
  modelsAfter(answers: number): Models
  readonly callbacks: Callbacks | readonly Callbacks[]
  readonly state: JsonObject
}

/** Name of the model in a run without model calls, for agents that name none. */
const scripted = 'scripted'

/**
 * Reads the program of a file, and a module's other exports: `models` and `callbacks` as for `createRunner`, `state`
 * for new sessions, and `script`, which gives the answers for `--model scripted`.
 */
export async function readRunnable(
  file: string,
  given: Pick<RunGiven, 'export' | 'model'>,
  io: Io,
): Promise<Runnable> {
  const { model } = given
  if (model !== undefined && model !== scripted)
    throw new UsageError(
      `unknown model '${model}'`,
      'use --model scripted to run offline, or omit --model to call the models of the program',
    )
  const { exported } = await readModule(file, given.export, io)
  const exports = isModule(file) ? await loadModule(file, io) : {}
  const fields = readRunExports(exports, file)
  const isScripted = model === scripted
  const program = await makeOrReport(exported, () =>
    isScripted ? withModel(exported.program, scripted) : exported.program,
  )
  const declaration = await makeOrReport(exported, () => readProgram(program))
  const { models } = fields
  if (!isScripted) assertClients(declaration.graph, models, { file, env: io.env })
  const modelsAfter = (answers: number): Models =>
    isScripted ? scriptedModels(exportOf(exports, 'script'), answers, file) : (models ?? {})
  return { ...fields, exported, program, declaration, modelsAfter }
}

/** Reads the module exports that configure a run. */
function readRunExports(
  exports: Exports,
  file: string,
): Pick<Runnable, 'callbacks' | 'state'> & { readonly models: Models | undefined } {
  const models = exportOf(exports, 'models')
  if (models !== undefined && typeof models !== 'function' && !isObject(models))
    throw wrongExportError(file, 'models', 'clients by model, or a function that returns one', models)
  const state = exportOf(exports, 'state') ?? {}
  if (!isObject(state) || Array.isArray(state))
    throw wrongExportError(file, 'state', 'keys and values', state)
  const callbacks = exportOf(exports, 'callbacks') ?? []
  return {
    models: models as Models | undefined,
    state: state as JsonObject,
    // The runner validates the callbacks, so they are not checked here.
    callbacks: callbacks as Callbacks,
  }
}

const wrongExportError = (file: string, name: string, expected: string, got: unknown): UsageError =>
  new UsageError(`the export '${name}' of '${file}' must be ${expected}, got ${describe(got)}`)

/** Returns the export with a name; undefined if there is none, or if reading it throws. */
function exportOf(exports: Exports, name: string): unknown {
  try {
    return Object.hasOwn(exports, name) ? exports[name] : undefined
  } catch {
    return undefined
  }
}
