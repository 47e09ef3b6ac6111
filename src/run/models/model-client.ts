import type { ProviderResponse } from '../../core/compile/answer/answer-of.ts'
import type { CacheMiss } from '../../core/ir/run-action.ts'
import type { TargetName } from '../../core/ir/target-name.ts'

/** Part of a streamed answer. Deltas are for display; the last part is the whole answer. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Part of a call's arguments, as JSON text. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly text: string }
  /** Sign of life without content to show, so that a runner's deadlines start again. */
  | { readonly type: 'progress' }
  /** The complete answer, in any form that `answerOf` reads; `finish` is the provider's reason for its end. */
  | {
      readonly type: 'response'
      readonly response: ProviderResponse
      readonly finish?: string
      readonly cacheMiss?: CacheMiss
    }

/** Facts about one model call. */
export interface ModelCall {
  /** Model, by the name in the request. */
  readonly model: string
  readonly signal: AbortSignal
  /** Key of the call, the same on every attempt, for providers that accept an idempotency key. */
  readonly key: string
  /** Returns the id of the agent's previous response on its branch; null if it had none. */
  readonly previous?: () => string | null
}

/** Client of a model: it sends a compiled request and streams the answer. */
export interface ModelClient {
  /** Format of the requests that the client sends. */
  readonly target: TargetName
  /**
   * Sends a request without changing it, since later requests share its memory. Throws or rejects if the model cannot
   * be called, and ends early if `signal` aborts; a runner does not wait for a client that ignores the signal.
   */
  stream(request: unknown, call: ModelCall): AsyncIterable<ModelPart>
}

/** Clients by model id or by a prefix of it (the longest prefix wins), or a function that returns one. */
export type Models =
  | Readonly<Record<string, ModelClient>>
  | ((model: string) => ModelClient | null | undefined)

/** Returns the client of a model; null if there is none. */
export function clientOf(models: Models, model: string): ModelClient | null {
  if (typeof models === 'function') return models(model) ?? null
  const names = Object.keys(models).filter(name => model.startsWith(name))
  const [longest] = names.sort((left, right) => right.length - left.length)
  return longest === undefined ? null : (models[longest] ?? null)
}
