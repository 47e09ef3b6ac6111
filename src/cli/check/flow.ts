import { assertNoOptions } from '../../core/form/options.ts'
import type { Declared } from '../../core/program/program.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { programFacts } from './facts.ts'
import { flowText } from './flow-text.ts'
import { flowMermaid } from './mermaid/flow-mermaid.ts'

/** Data flow of a program, as text and as a diagram. */
export interface Flow {
  /** Tree of the members for a terminal, each agent with the keys it reads and writes and the history it sees. */
  readonly text: string
  /** Mermaid diagram: control flow from start to end, and a dotted arrow for each key from its writer to its reader. */
  readonly mermaid: string
}

/**
 * Shows a program: its members, the keys that each reads and writes, and the agents whose messages each agent sees. The
 * output is deterministic.
 *
 * @example
 * import { agent, pipeline } from 'ctxc'
 * import { flow } from 'ctxc/check'
 *
 * const planner = agent({ name: 'planner', outputKey: 'plan' })
 * const writer = agent({ name: 'writer', instruction: 'Describe {plan}.' })
 * console.log(flow(pipeline(planner, writer)).text)
 */
export function flow(program: Declared, ...others: readonly never[]): Flow {
  assertNoOptions(others, 'flow')
  const facts = programFacts(readProgram(program))
  return { text: flowText(facts), mermaid: flowMermaid(facts) }
}
