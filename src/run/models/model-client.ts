import type { ProviderResponse } from '../../core/compile/answer/answer-of.ts'
import type { TargetName } from '../../core/ir/target-name.ts'

/** Part of a streamed answer. Deltas are only for display; the last part contains the whole answer. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Part of a call's arguments, as JSON text. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly text: string }
  /** Sign that the provider is still working, without content to show. It restarts a runner's time limit. */
  | { readonly type: 'progress' }
  /** The complete answer, in any form that `answerOf` reads. `finish` is the provider's reason for the answer's end. */
  | {
      readonly type: 'response'
      readonly response: ProviderResponse
      readonly finish?: string
    }

/** Facts about one model call. */
export interface ModelCall {
  /** Name of the model, as in the request. */
  readonly model: string
  readonly signal: AbortSignal
  /** Key of the call, equal on every attempt. For providers that accept an idempotency key. */
  readonly key: string
  /** Returns the provider's id of the agent's previous response on its branch; null if there is none. */
  readonly previous?: () => string | null
}

/** Client of a model: sends a compiled request, and streams the answer. */
export interface ModelClient {
  /** Format of the requests that the client sends. */
  readonly target: TargetName
  /**
   * Sends a request. Must not change the request object, because later requests share parts of it. Throws or rejects if
   * the model cannot be called, and ends early if `signal` aborts. A runner does not wait for a client that ignores the
   * signal.
   */
  stream(request: unknown, call: ModelCall): AsyncIterable<ModelPart>
}

/** Clients by model id or prefix of an id (the longest match is used), or a function that returns a client. */
export type Models =
  | Readonly<Record<string, ModelClient>>
  | ((model: string) => ModelClient | null | undefined)

/** Returns the client for a model; null if there is none. */
export function clientForModel(models: Models, model: string): ModelClient | null {
  if (typeof models === 'function') return models(model) ?? null
  const names = Object.keys(models).filter(name => model.startsWith(name))
  const [longest] = names.sort((left, right) => right.length - left.length)
  return longest === undefined ? null : (models[longest] ?? null)
}
