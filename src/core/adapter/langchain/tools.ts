import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import type { Tool } from '../../agent/agent.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { readTool as readAnthropicTool } from '../../vendor/anthropic/read/agent.ts'
import { readTool as readGeminiTool } from '../../vendor/gemini/read/agent.ts'
import { readTool } from '../../vendor/openai/read/agent.ts'

type Raw = Readonly<Record<string, unknown>>

/** Converter of tools and answer schemas to declarations for one API. Each is converted only once. */
export class Declarations {
  private readonly known = new WeakMap<object, readonly Tool[]>()
  private readonly target: TargetName

  constructor(target: TargetName) {
    this.target = target
  }

  /** Returns the declarations of a tool that is bound to the model. */
  of(tool: object): readonly Tool[] {
    const known = this.known.get(tool)
    if (known) return known
    const made = this.declared(tool as Raw)
    this.known.set(tool, made)
    return made
  }

  /** Returns the declaration that a structured answer needs. Its schema is sent as a tool, or in a field of its own. */
  ofForm(form: unknown): readonly Tool[] {
    if (Array.isArray(form)) return form.flatMap(one => this.ofForm(one))
    if (!isObject(form)) return []
    const schema = isObject(form.schema) ? form.schema : form
    return this.of({ name: 'response_format', description: '', schema })
  }

  private declared(tool: Raw): readonly Tool[] {
    const own = providerDeclaration(tool)
    if (own !== undefined) return this.native(own)
    return [readTool('openai-chat', convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]))]
  }

  /** Returns a tool declaration in the provider's own format, which LangChain sends unchanged. */
  private native(own: Raw): readonly Tool[] {
    if (isObject(own.function)) return [readTool('openai-chat', own)]
    if (this.target === 'anthropic') return [readAnthropicTool(own)]
    if (this.target === 'gemini') return readGeminiTool(own)
    if (this.target === 'openai' || this.target === 'openai-chat') return [readTool(this.target, own)]
    return [{ native: { format: this.target, payload: own as JsonObject } }]
  }
}

/**
 * Returns the declaration of a provider tool: the tool itself, or the provider's definition that the tool contains.
 * Undefined for a function.
 */
export function providerDeclaration(tool: Raw): Raw | undefined {
  const { extras } = tool
  if (isObject(extras) && isObject(extras.providerToolDefinition)) return extras.providerToolDefinition
  return isObject(tool.function) || tool.schema === undefined ? tool : undefined
}
