import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import type { Tool } from '../agent/agent.ts'
import { readTool } from '../from/openai-agent.ts'
import { isObject, type JsonObject } from '../ir/json.ts'

/** Tools and forms of answers as declarations, each converted once. */
export class Declarations {
  private readonly known = new WeakMap<object, Tool>()

  /** A tool that is bound to the model, as it will be declared. */
  of(tool: object): Tool {
    const known = this.known.get(tool)
    if (known) return known
    const made = declared(tool)
    this.known.set(tool, made)
    return made
  }

  /** What a structured answer costs: its schema goes along, as a tool or beside them. */
  ofForm(form: unknown): Tool[] {
    if (Array.isArray(form)) return form.flatMap(one => this.ofForm(one))
    if (!isObject(form)) return []
    const schema = isObject(form.schema) ? form.schema : form
    return [this.of({ name: 'response_format', description: '', schema })]
  }
}

/** Server tools have no schema here: they are the provider's own, and what they cost is only guessed. */
function declared(tool: object): Tool {
  const raw = tool as Readonly<Record<string, unknown>>
  if (isObject(raw.function)) return readTool('openai-chat', raw)
  if (raw.schema === undefined)
    return { name: String(raw.name ?? raw.type ?? 'tool'), parameters: raw as JsonObject }
  return readTool('openai-chat', convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]))
}
