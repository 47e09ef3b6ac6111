import type { Raw } from '../../core/from/read.ts'
import { objectOr, stringOr } from '../../core/from/read.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { readArguments } from '../../core/lower/arguments.ts'
import { type CodecOptions, type Received, toolsNamed } from './codec.ts'

/** Returns an agent's tools as function declarations for both OpenAI APIs. */
export const functionsOf = (
  options: CodecOptions,
  agent: string,
  names: readonly string[],
): readonly object[] =>
  toolsNamed(options, agent, names).map(({ name, description, parameters }) => ({
    ...{ type: 'function', name },
    ...(description !== undefined && { description }),
    parameters: parameters ?? { type: 'object', properties: {} },
  }))

/** Reads a finished output item of a response: returns its call, or nothing. */
export function callOf({ type, call_id: id, name, arguments: given }: Raw): readonly Received[] {
  if (type !== 'function_call') return []
  const part = {
    kind: 'tool-call',
    id: stringOr(id),
    name: stringOr(name),
    arguments: stringOr(given),
  } as const
  return [
    { type: 'called', id: part.id, name: part.name, args: objectOr(readArguments(part).value) as JsonObject },
  ]
}
