import { type Agent, isNative } from '../../core/agent/agent.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import type { AgentPreview } from './program-preview.ts'

/** Returns the size and other facts of an agent's request. */
export function agentPreview(result: Compiled, agent: Agent, about: readonly string[]): AgentPreview {
  const { ok, model, target, tokens, diagnostics } = result
  const { input, max, limit, aim, sections } = tokens
  return {
    name: agent.name,
    model,
    target,
    ok,
    tokens: { input, max, limit, ...(aim !== undefined && { aim }) },
    sections: {
      system: sections.system.estimate,
      tools: sections.tools.estimate,
      schema: sections.schema.estimate,
      history: sections.messages.estimate,
    },
    price: ok ? result.cache.against().price : null,
    tools: (agent.tools ?? []).map(tool => (isNative(tool) ? tool.native.format : tool.name)),
    about,
    unknown: unknownIn(diagnostics),
    error: ok
      ? null
      : (diagnostics.find(({ level }) => level === 'error')?.message ?? 'no target for the model'),
  }
}

/** Returns the keys in an agent's instruction that have no value yet. */
const unknownIn = (diagnostics: Compiled['diagnostics']): readonly string[] => [
  ...new Set(
    diagnostics.flatMap(({ code, data }) => (code === 'CX2001' ? (data.names as readonly string[]) : [])),
  ),
]
