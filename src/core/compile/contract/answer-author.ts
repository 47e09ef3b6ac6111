import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Sight } from '../../session/unit/sight.ts'

/** Agent that a request is for. Append the answer as an event of this author. */
export interface NextAgent {
  readonly name: string
  /** State key of the answer, set by `actions: { state: { set: { [outputKey]: … } } }`; null for none. */
  readonly outputKey: string | null
  /** Branch of the answer and of the results of its calls; '' for the trunk. */
  readonly branch: string
  /** `json` if the agent has an output schema: the value under its key is then the parsed answer. */
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
