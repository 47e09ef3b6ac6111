import { fakeProvider, type Violation } from 'ctxc/testing'
import type { Sent } from '../wire/script.ts'
import type { Host } from './hosts.ts'

/** Lists the rules that a request breaks, by the strict fake of the host's API; empty if there is no fake. */
export function judged({ judge, model }: Host, { body }: Sent): readonly Violation[] {
  if (judge === null) return []
  const { violations } = fakeProvider(judge)
  if (judge !== 'gemini') return violations(body)
  // Gemini's API has the model in the address, and the client's settings beside the contents.
  const { contents, generationConfig, ...beside } = body
  return violations({ model, contents, config: { ...(generationConfig as object | undefined), ...beside } })
}
