import type { Agent } from '../agent/agent.ts'
import type { EventInput } from '../ir/event.ts'
import { problemsIn } from './json-schema.ts'

/** Returns the event that rejects an answer, by the seqs of its events and its branch. */
export type Rejection = (events: readonly number[], branch: string) => EventInput

/** Returns how to reject an answer that its agent's output schema does not allow; null for a valid one. */
export function rejection({ outputSchema }: Agent, events: readonly EventInput[]): Rejection | null {
  const parts = events.flatMap(event => event.parts ?? [])
  if (outputSchema === undefined || parts.some(({ kind }) => kind === 'tool-call' || kind === 'opaque'))
    return null
  const text = parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
  const problems = problemsOf(text, outputSchema.schema)
  if (problems.length === 0) return null
  const why = problems.join('; ')
  return (rejected, branch) => ({
    author: 'developer',
    branch,
    parts: [
      { kind: 'text', text: `The last answer is not valid: ${why}. Answer again, with valid JSON only.` },
    ],
    actions: { run: { rejected: { events: rejected, why } } },
    visibility: 'internal',
  })
}

function problemsOf(text: string, schema: Parameters<typeof problemsIn>[1]): readonly string[] {
  try {
    return problemsIn(JSON.parse(text), schema)
  } catch {
    return ['it is no JSON']
  }
}
