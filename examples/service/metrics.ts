// Counters of a server, in the text format of Prometheus.
import type { RunObserver } from 'ctxc/run'

const counters = new Map<string, number>()

const count = (name: string, by = 1): unknown => counters.set(name, (counters.get(name) ?? 0) + by)

/** Counts the runner's work. */
export const counting: RunObserver = {
  modelCall() {
    count('model_calls_total')
    return {
      end: ({ usage, error }) => {
        if (error != null) count('model_calls_failed_total')
        count('input_tokens_total', usage?.inputTokens)
        count('output_tokens_total', usage?.outputTokens)
      },
    }
  },
  toolCall() {
    count('tool_calls_total')
  },
}

/** Returns the counters as text. */
export const metricsText = (): string =>
  [...counters].map(([name, value]) => `desk_${name} ${value}\n`).join('')
