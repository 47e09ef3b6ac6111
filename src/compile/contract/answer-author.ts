import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Sight } from '../../session/unit/sight.ts'

/** Whom a request is for: append the answer as an event of this author. */
export interface NextAgent {
  readonly name: string
  /** The key of the state that the answer belongs under: `actions: { state: { set: { [outputKey]: … } } }`; null for none. */
  readonly outputKey: string | null
  /** The branch that the answer, and the results of its calls, belong on; '' for the trunk. */
  readonly branch: string
  /** `json` where the agent has an output schema: the value under its key is the answer, parsed. */
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
