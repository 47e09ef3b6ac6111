/** Handler of one kind of work for the compiler, by a model, a service, or a function of the app. */
export interface EffectHandler<Input, Output> {
  /** Id of the handler, such as the model's name. Outputs of one id are never used for another. */
  readonly id: string
  /** Version of the handler. A new version repeats the work. */
  readonly version?: string
  /**
   * Does the work. If it throws, the compiler continues without the result. `signal` aborts when nobody waits any more.
   */
  run(input: Input, about: { readonly signal: AbortSignal }): Promise<Output>
}

/** Texts to embed. The list is frozen, so copy it before you change it. */
export interface EmbedInput {
  readonly texts: readonly string[]
}

/**
 * Handler that turns texts into vectors, so that texts of similar meaning have similar vectors. It returns one vector
 * for each text, in order. All vectors have the same length, and none may be all 0.
 *
 * @example
 * import type { EmbedHandler } from 'ctxc'
 *
 * // Of the AI SDK: ({ texts }, { signal }) => embedMany({ model, values: [...texts], abortSignal: signal })
 * const byLetters: EmbedHandler = {
 *   id: 'letters',
 *   run: async ({ texts }) => texts.map(text => [...'etaoin'].map(letter => 1 + text.split(letter).length)),
 * }
 */
export interface EmbedHandler
  extends EffectHandler<EmbedInput, readonly (readonly number[] | Float32Array)[]> {
  /** Maximum number of texts in one call; 100 by default. */
  readonly batch?: number
}

/** Handlers of external work for the compiler. Work without a handler is skipped. */
export interface Effects {
  readonly embed?: EmbedHandler
  /** Maximum number of concurrent calls of handlers; 4 by default. */
  readonly concurrency?: number
}
