/** Does one kind of work for the compiler, as an app has it done: by a model, a service, or a function of its own. */
export interface EffectHandler<Input, Output> {
  /** Id of the maker, such as the model: outputs of one handler are never taken for those of another. */
  readonly id: string
  /** Another version does the same work anew. */
  readonly version?: string
  /** Does it. May throw: then the compiler goes on without. `signal` says when nobody waits for it any more. */
  run(input: Input, about: { readonly signal: AbortSignal }): Promise<Output>
}

/** Texts for a handler that makes numbers of them. Frozen: a handler that takes them out of the list copies it first. */
export interface EmbedInput {
  readonly texts: readonly string[]
}

/**
 * Makes numbers of texts, such that texts of like meaning have like numbers: for each text in turn as many as for every
 * other. What it gives for a text may not be all 0.
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
  /** The most texts of one call; 100 when left out. */
  readonly batch?: number
}

/** Handlers of the work that others do for the compiler; work without a handler is not done. */
export interface Effects {
  readonly embed?: EmbedHandler
  /** The most calls of handlers at a time; 4 when left out. */
  readonly concurrency?: number
}
