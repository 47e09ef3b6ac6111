import { describe } from '../../core/form/describe.ts'
import type { ModelClient, Models } from '../../run/models/model-client.ts'
import { type Script, scriptedModel } from '../../testing/scripted-model.ts'
import { UsageError } from '../io.ts'
import { isClient } from './assert-clients.ts'
import { programScript } from './program-script.ts'

/**
 * Returns model clients that answer from a module's `script`, or without one from the program itself. If the script is
 * a list, the answers that the session already has are skipped.
 */
export function scriptedModels(script: unknown, answers: number, file: string): Models {
  const client = clientFor(script, answers, file)
  return () => client
}

function clientFor(script: unknown, answers: number, file: string): ModelClient {
  if (script === undefined) return scriptedModel(programScript)
  if (isClient(script)) return script
  if (typeof script === 'function') return scriptedModel(script as Script & (() => never))
  if (Array.isArray(script)) return scriptedModel(script.slice(answers))
  throw new UsageError(
    `the export 'script' of '${file}' must be answers, a function that returns one, or a client, got ${describe(script)}`,
  )
}
