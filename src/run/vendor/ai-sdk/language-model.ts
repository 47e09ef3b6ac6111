/** Reader of a model's stream. */
export interface PartReader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>
  cancel(reason?: unknown): Promise<unknown>
}

/** Stream of a model's answer. */
export interface PartStream {
  getReader(): PartReader
}

/** Model of the AI SDK in any version of its specification (`LanguageModelV4`), such as `openai('gpt-5.4')`. */
export interface LanguageModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  /** Patterns of URLs that the model fetches itself, by media type. */
  readonly supportedUrls?: object
  doStream(options: never): PromiseLike<{ readonly stream: PartStream }>
}
