import { assertNoOptions } from '../../core/form/options.ts'
import type { Declared } from '../../core/program/program.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { programFacts } from './facts.ts'
import { flowText } from './flow-text.ts'
import { flowMermaid } from './mermaid/flow-mermaid.ts'

/** Control flow and data flow of a program, as text and as a diagram. */
export interface Flow {
  /**
   * Tree of the program's members for a terminal. Each agent has the keys that it reads and writes, and its history.
   */
  readonly text: string
  /** Mermaid diagram with the control flow from start to end, and a dotted arrow from a key's writer to its reader. */
  readonly mermaid: string
}

/**
 * Shows a program: its members, the keys that each member reads and writes, and the agents whose messages each agent
 * sees. Equal programs give equal output.
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
