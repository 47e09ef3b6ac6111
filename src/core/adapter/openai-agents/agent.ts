import type { OutputSchema, Tool } from '../../agent/agent.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import { safeString } from '../../text/reason.ts'
import { readTool } from '../../vendor/openai/read/agent.ts'
import { revealOf } from './reveal-tools.ts'

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a handoff as the tool that the model sees. */
function handoff(value: unknown): Tool {
  const raw = isObject(value) ? value : {}
  if (typeof raw.toolName === 'string')
    return readTool('openai', {
      type: 'function',
      name: raw.toolName,
      description: raw.toolDescription,
      parameters: raw.inputJsonSchema,
    })
  const name = safeString(raw.name ?? 'agent')
  return {
    name: `transfer_to_${name.replaceAll(/[^a-zA-Z0-9]/g, '_')}`,
    description: `Handoff to the ${name} agent to handle the request. ${safeString(raw.handoffDescription ?? '')}`,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
  }
}

function declaredTool(given: unknown): Tool {
  const tool = readTool('openai', given)
  const reveal = revealOf(given)
  return reveal !== undefined && 'name' in tool ? { ...tool, reveal } : tool
}

/** Returns the tools and handoffs that an agent declares. Tools of MCP servers are known only to the servers. */
export const declaredTools = ({ tools, handoffs }: Readonly<Record<string, unknown>>): readonly Tool[] => [
  ...list(tools).map(declaredTool),
  ...list(handoffs).map(handoff),
]

/** Returns the schema of an agent's answer, if `outputType` contains or creates one. */
export function declaredSchema(outputType: unknown): OutputSchema | undefined {
  if (!isObject(outputType)) return undefined
  if (isObject(outputType.schema)) return { schema: outputType.schema as JsonObject }
  if (typeof outputType.toJSONSchema !== 'function') return undefined
  try {
    const schema: unknown = outputType.toJSONSchema()
    return isObject(schema) ? { schema: schema as JsonObject } : undefined
  } catch {
    return undefined
  }
}
