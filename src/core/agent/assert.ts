import { isRead } from '../context/policy/read-policy.ts'
import { listOf } from '../form/check.ts'
import { readForm } from '../form/form.ts'
import type { Path } from '../form/path.ts'
import type { Agent } from './agent.ts'
import { agentForm } from './agent-form.ts'

/**
 * Rejects an invalid agent. A misspelt key is also an error, because it would otherwise be ignored. Nested declarations
 * are not checked.
 */
export function assertAgent(agent: unknown, at: Path): asserts agent is Agent {
  at.assertDepth()
  readForm(agentForm, agent, at)
}

/** Returns the error for an agent to which a policy was added after the agent had been read. */
const undeclaredPolicyError = (at: Path) =>
  at.wrong('was not declared', { help: 'give it to agent(): agent({ ...conversation.agent, context })' })

/** Rejects an invalid tree of agents that were already read: the agent and all its sub-agents. */
export function assertTree(agent: unknown, at: Path): asserts agent is Agent {
  assertAgent(agent, at)
  if (agent.context !== undefined && !isRead(agent.context)) throw undeclaredPolicyError(at.in('context'))
  if (agent.subAgents !== undefined) listOf(assertTree)(agent.subAgents, at.in('subAgents'))
}
