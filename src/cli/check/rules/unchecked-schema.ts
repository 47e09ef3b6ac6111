import { isNative } from '../../../core/agent/agent.ts'
import { schemaUnchecked } from '../../../core/diag/tools.ts'
import { uncheckedKeywords } from '../../../core/form/schema-problems.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/**
 * Reports patterns and keywords of schemas that ctxc cannot evaluate. A runner does not check arguments and answers
 * against them.
 */
export const reportUncheckedSchemas: CheckRule = facts =>
  facts.agents.flatMap(({ agent, place }) => {
    const { tools = [], toolHandlers, outputSchema } = agent
    const schemas = tools.flatMap((tool, index) =>
      // A schema of a library has its own validator.
      isNative(tool) || tool.parameters === undefined || toolHandlers?.get(tool.name)?.validate !== undefined
        ? []
        : [{ tool: tool.name, schema: tool.parameters, field: `tools.${index}` }],
    )
    const output =
      outputSchema === undefined ? [] : [{ tool: null, schema: outputSchema.schema, field: 'outputSchema' }]
    return [...schemas, ...output].flatMap(({ tool, schema, field }) => {
      const keywords = uncheckedKeywords(schema)
      const diagnostic = schemaUnchecked(agent.name, tool, keywords, declarationPlace(place, field))
      return keywords.length === 0 ? [] : [{ agents: [agent.name], diagnostic }]
    })
  })
