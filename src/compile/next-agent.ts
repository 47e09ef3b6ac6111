import type { ResolvedAgent } from '../agent/resolved.ts'

/** Whom a request is for: append the answer as an event of this author. */
export interface NextAgent {
  readonly name: string
  /** The key of the state that the answer belongs under: `actions: { state: { set: { [outputKey]: … } } }`; null for none. */
  readonly outputKey: string | null
}

export const nextAgent = ({ name, outputKey }: ResolvedAgent): NextAgent => ({
  name,
  outputKey: outputKey ?? null,
})
