import type { Continuation } from './continuation.ts'

/** Facts beside a handler's input. */
export interface HandlerContext {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
  /** The request whose answer came before this work, where its prices are known. It is not part of the input: outputs must not depend on it. */
  readonly continuation?: Continuation
}

/** Handler of one kind of work for the compiler, by a model, a service, or a function of the app. */
export interface EffectHandler<Input, Output> {
  /** Id of the handler, such as the model's name. Outputs of one id are never used for another. */
  readonly id: string
  /** Version of the handler. A new version repeats the work. */
  readonly version?: string
  /** Does the work. If it throws, the compiler continues without the result. */
  run(input: Input, context: HandlerContext): Promise<Output>
}
