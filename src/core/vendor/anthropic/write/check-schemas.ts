import type { AnthropicRules, ModelFacts } from '../../../ir/model.ts'
import type { Report } from '../../../target/rule.ts'
import { examineSchema } from '../../../target/subset/subset.ts'
import type { AnthropicRequest } from './request.ts'
import { refusedSchemaParts, strictLimits, strictSubset } from './schema.ts'

/**
 * Checks rule A18: each strict schema uses only supported keywords, and all of them together are within a request's
 * limits.
 */
export function checkStrict(request: AnthropicRequest, report: Report): void {
  const strict = (request.tools ?? []).filter(tool => tool.strict)
  const found = strict.map(tool => examineSchema(tool.input_schema, strictSubset))
  const format = request.output_config?.format
  const answer = format ? examineSchema(format.schema, strictSubset) : null
  const all = answer ? [...found, answer] : found
  const sumFindings = (of: 'optional' | 'unions'): number => all.reduce((total, one) => total + one[of], 0)
  if (strict.length > strictLimits.tools) report('/tools', `more than ${strictLimits.tools} strict tools`)
  if (sumFindings('optional') > strictLimits.optional)
    report('/tools', `more than ${strictLimits.optional} optional parameters`)
  if (sumFindings('unions') > strictLimits.unions) report('/tools', `more than ${strictLimits.unions} unions`)
  for (const { beyond } of found) if (beyond[0]) report('/tools', `a strict schema has ${beyond[0]}`)
  if (answer?.beyond[0]) report('/output_config/format', `the schema has ${answer.beyond[0]}`)
}

/** Checks rule A31: the schemas of function tools are legal. Anthropic's own tools have none. */
export function checkTools(request: AnthropicRequest, report: Report): void {
  for (const [index, { input_schema: schema }] of (request.tools ?? []).entries()) {
    const [refused] = schema === undefined ? [] : refusedSchemaParts(schema)
    if (refused) report(`/tools/${index}/input_schema`, `the schema has ${refused}`)
  }
}

/** Checks rule A32: older models support neither an output schema nor strict tools. */
export function checkSupport(
  request: AnthropicRequest,
  report: Report,
  { rules: { structuredOutputs } }: ModelFacts<AnthropicRules>,
): void {
  if (structuredOutputs) return
  if (request.output_config?.format) report('/output_config/format', 'the model accepts no schema')
  if (request.tools?.some(tool => tool.strict)) report('/tools', 'the model accepts no strict tools')
}
