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
