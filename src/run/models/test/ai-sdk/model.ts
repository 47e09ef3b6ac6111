import type { LanguageModel } from '../../../vendor/ai-sdk/index.ts'

/** Part of a stream, or a function that is called when its turn comes. */
export type Part = Readonly<Record<string, unknown>> | (() => unknown)

export const usage = {
  inputTokens: { total: 30, noCache: 10, cacheRead: 15, cacheWrite: 5 },
  outputTokens: { total: 9, text: 5, reasoning: 4 },
}

export const finish = (unified: string, raw?: string): Part => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw },
})

/** Options with which a model was called. */
export type Called = Readonly<Record<string, unknown>> & { readonly abortSignal: AbortSignal }

/** A model that streams lists of parts, one list for each call. */
export function streaming(
  answers: readonly (readonly Part[])[],
  more: Partial<LanguageModel> = {},
): LanguageModel & { readonly calls: readonly Called[]; readonly cancelled: () => number } {
  const calls: Called[] = []
  let cancels = 0
  return {
    specificationVersion: 'v4',
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    calls,
    cancelled: () => cancels,
    async doStream(options: never) {
      const parts = answers[calls.length] ?? []
      calls.push(options)
      let at = 0
      const stream = new ReadableStream({
        async pull(controller) {
          const part = parts[at++]
          if (part === undefined) controller.close()
          else controller.enqueue(typeof part === 'function' ? await part() : part)
        },
        cancel() {
          cancels++
        },
      })
      return { stream }
    },
    ...more,
  }
}

/** Parts of an answer with one text, cut into deltas. */
export const words = (...deltas: readonly string[]): readonly Part[] => [
  { type: 'text-start', id: 't' },
  ...deltas.map(delta => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
]

/** Waits forever, like a provider that sends nothing more. */
export const silence = (): Promise<unknown> => new Promise(() => undefined)
