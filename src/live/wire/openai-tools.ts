import type { Raw } from '../../core/from/read.ts'
import { objectOr, stringOr } from '../../core/from/read.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { readArguments } from '../../core/lower/arguments.ts'
import { type CodecOptions, declaredToolsByName, type Received } from './codec.ts'

/** Returns an agent's tools as function declarations, in the form of both OpenAI protocols. */
export const openaiFunctions = (
  options: CodecOptions,
  agent: string,
  names: readonly string[],
): readonly object[] =>
  declaredToolsByName(options, agent, names).map(({ name, description, parameters }) => ({
    ...{ type: 'function', name },
    ...(description !== undefined && { description }),
    parameters: parameters ?? { type: 'object', properties: {} },
  }))

/** Reads the call in a finished output item of a response; none for any other item. */
export function readCallItem({ type, call_id: id, name, arguments: given }: Raw): readonly Received[] {
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
