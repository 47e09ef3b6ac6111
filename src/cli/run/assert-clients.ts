import { isObject } from '../../core/ir/json.ts'
import type { Graph } from '../../core/program/graph.ts'
import { modelsOf } from '../../core/program/placed.ts'
import { reasonOf } from '../../core/text/reason.ts'
import { type VendorName, vendorOf } from '../../core/vendor/rows/vendors.ts'
import { clientForModel, type ModelClient, type Models } from '../../run/models/model-client.ts'
import { type Io, UsageError } from '../io.ts'

/** Whether a value can be a model client. */
export const isClient = (value: unknown): value is ModelClient =>
  isObject(value) && typeof value.target === 'string' && typeof value.stream === 'function'

/** Program file, which errors name, and the environment variables. */
interface Place extends Pick<Io, 'env'> {
  readonly file: string
}

/** Rejects a program with an agent that names no model, or with a model that has no model client. */
export function assertClients(graph: Graph, models: Models | undefined, place: Place): void {
  for (const placed of graph.agents.values()) {
    const names = modelsOf(graph, placed)
    const [first] = names
    if (first === undefined)
      throw new UsageError(
        `the agent '${placed.agent.name}' of '${place.file}' names no model`,
        "set its model, such as model: 'gpt-5.4', or run offline with --model scripted",
      )
    if (!names.some(name => hasClient(name, models, place))) throw noClient(first, place)
  }
}

function hasClient(name: string, models: Models | undefined, { file, env }: Place): boolean {
  try {
    const client = models === undefined ? null : clientForModel(models, name)
    if (client === null || isClient(client)) return client !== null
  } catch (error) {
    throw new UsageError(
      `'models' of '${file}' has no client for '${name}': ${reasonOf(error)}`,
      `${keyHint(name, env)}--model scripted runs offline`,
    )
  }
  throw new UsageError(
    `'models' of '${file}' must have a client for '${name}'`,
    'a client has a target and a stream function: ModelClient of ctxc/run',
  )
}

const noClient = (name: string, { file, env }: Place): UsageError =>
  new UsageError(
    `'${file}' exports no client for the model '${name}'`,
    `${keyHint(name, env)}export const models = { '${name}': client }, or run offline with --model scripted`,
  )

/** Environment variables from which the vendors' libraries read their API key. */
const keys: Readonly<Record<VendorName, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
}

/** Returns a sentence that names the missing API key; an empty text if the key is set or the vendor is unknown. */
export function keyHint(model: string, env: Io['env']): string {
  const vendor = vendorOf(model)
  if (vendor === null || keys[vendor].some(name => env[name])) return ''
  return `${keys[vendor][0]} is not set; `
}
