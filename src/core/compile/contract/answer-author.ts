import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Sight } from '../../session/unit/sight.ts'

/** Agent for which a request is compiled. Append the answer as an event of this author. */
export interface NextAgent {
  readonly name: string
  /**
   * State key under which the answer is stored; null if it is not stored. Set it with `actions: { state: { set: {
   * [outputKey]: … } } }`.
   */
  readonly outputKey: string | null
  /** Branch on which the answer and the results of its calls are appended; '' for the main branch. */
  readonly branch: string
  /** `json` if the agent has an output schema. The value under the output key is then the parsed answer. */
  readonly answers?: 'json'
}

export const nextAgent = (
  { name, outputKey, outputSchema }: ResolvedAgent,
  { branch }: Sight,
): NextAgent => ({
  name,
  outputKey: outputKey ?? null,
  branch,
  ...(outputSchema && { answers: 'json' as const }),
})
