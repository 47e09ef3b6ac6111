import type { Agent } from './agent.ts'
import { type AgentInput, readAgent } from './read-agent.ts'

/**
 * Declares an agent. Tools and schemas may be of any library (`ToolInput`, `SchemaInput`); an agent is plain data beside its functions.
 *
 * Throws a TypeError that names the place for what no agent may be.
 *
 * @example
 * import { agent } from 'ctxc'
 *
 * const weather = agent({ name: 'weather', instruction: 'You handle weather queries.', description: 'Knows the weather' })
 * const router = agent({ name: 'router', instruction: 'Route requests.', subAgents: [weather] })
 * console.log(router.subAgents?.[0]?.name) // weather
 */
export const agent = (declaration: AgentInput): Agent => readAgent(declaration)
