import type { Continuation } from './continuation.ts'

/** Facts that a handler gets in addition to its input. */
export interface HandlerContext {
  /** Signal that is aborted once nobody waits for the result any more. */
  readonly signal: AbortSignal
  /**
   * Request that was answered just before this work, for a handler that continues it in the provider's cache; absent
   * if its prices are unknown. It is not part of the input, so outputs must not depend on it.
   */
  readonly continuation?: Continuation
}

/** Handler of one kind of work for the compiler. It may use a model, a service, or a function of the app. */
export interface EffectHandler<Input, Output> {
  /** Id of the handler, such as the model's name. Outputs stored under one id are never used for another. */
  readonly id: string
  /** Version of the handler. A new version makes the compiler repeat the work. */
  readonly version?: string
  /** Does the work. If it throws, the compiler continues without the result. */
  run(input: Input, context: HandlerContext): Promise<Output>
}
