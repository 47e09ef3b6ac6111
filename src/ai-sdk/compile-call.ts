import type { CompileOptions } from '../compile/options.ts'
import type { Plan } from '../compile/plan.ts'
import type { Compiled } from '../compile/result.ts'
import type { Threads } from '../compile/threads.ts'
import { fromAISDK } from '../from/ai-sdk.ts'
import type { AISDKRequest } from '../target/ai-sdk/request.ts'
import { ContextError } from './error.ts'
import type { ContextOptions } from './options.ts'

/** A model, as far as it says which it is: an id, or an object. */
export type NamedModel = string | { readonly provider?: string; readonly modelId?: string }

/** What compiling is about: messages with what stands around them, and the model that is called. */
export interface Call {
  readonly input: { readonly messages: readonly object[]; readonly [field: string]: unknown }
  readonly model: NamedModel | undefined
}

/** The id that the tables are asked for: the AI SDK's provider and the model's id. */
function idOf(model: NamedModel | undefined): string | undefined {
  if (typeof model === 'string' || model === undefined) return model
  const { provider, modelId } = model
  return [provider, modelId].filter(Boolean).join('/') || undefined
}

/** A call that can be made. */
export interface CompiledCall {
  readonly result: Compiled<AISDKRequest> & { readonly ok: true }
  /** The plan of the conversation's call before; null where none is known. */
  readonly before: Plan | null
}

/** Compiles one call of a model. Null where nothing good came out and the app wants its own sent. */
export async function compileCall(
  { input, model }: Call,
  { budget, whenIdle, count, cache, model: named, onFailure, onCompiled }: ContextOptions,
  threads: Threads,
): Promise<CompiledCall | null> {
  const id = named ?? idOf(model)
  const options: CompileOptions<'ai-sdk'> = {
    target: 'ai-sdk',
    ...(id !== undefined && { model: id }),
    ...(budget !== undefined && { budget }),
    ...(whenIdle !== undefined && { whenIdle }),
    ...(count !== undefined && { count }),
    ...(cache !== undefined && { cache }),
  }
  const conversation = fromAISDK(input, id === undefined ? {} : { model: id })
  const { compiled, before } = await threads.compile(conversation, options)
  const result = compiled as Compiled<AISDKRequest>
  onCompiled?.(result)
  if (result.ok) return { result, before }
  if (onFailure === 'send') return null
  throw new ContextError(result.diagnostics)
}
