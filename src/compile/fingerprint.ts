import type { Agent } from '../agent/agent.ts'
import type { TargetName } from '../ir/target-name.ts'
import { digest } from '../text/digest.ts'
import { toJson } from '../text/json.ts'
import type { Fingerprint } from './plan.ts'

const hash = (value: unknown): string => digest(toJson(value ?? null)).slice(0, 12)

/** What the beginning of a request depends on beside the session. */
export const fingerprintOf = (
  agent: Agent,
  target: TargetName,
  model: string | null,
  limit: number | null,
  low: number,
): Fingerprint => ({
  target,
  model: model ?? '',
  instruction: hash(agent.staticInstruction),
  tools: hash(agent.tools),
  outputSchema: hash(agent.outputSchema),
  budget: `${limit ?? ''} ${low}`,
})
