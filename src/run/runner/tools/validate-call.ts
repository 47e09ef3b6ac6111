import { schemaProblems } from '../../../core/form/schema-problems.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import type { Validated } from '../../../core/schema/validator.ts'
import { reasonOf } from '../../../core/text/reason.ts'
import type { FoundTool } from './find-tool.ts'

/** Returns the input for a tool from a call's arguments, or the problems of the arguments. Never throws. */
export async function validateCall(call: ToolCallPart, { tool, handlers }: FoundTool): Promise<Validated> {
  if (call.freeform) return { ok: true, value: call.arguments }
  const { value, repaired } = readArguments(call)
  if (repaired) return { ok: false, problems: ['the arguments are no JSON object'] }
  try {
    if (handlers.validate) return await handlers.validate(value)
    const problems = tool.parameters === undefined ? [] : schemaProblems(value, tool.parameters)
    return problems.length === 0 ? { ok: true, value } : { ok: false, problems }
  } catch (error) {
    return { ok: false, problems: [reasonOf(error)] }
  }
}

/** Returns the answer of a call as its tool gets it, or the problems of the answer. Never throws. */
export async function validateAnswer(answer: JsonValue, { tool, handlers }: FoundTool): Promise<Validated> {
  try {
    if (handlers.validateAnswer) return await handlers.validateAnswer(answer)
    const problems = tool.outputSchema === undefined ? [] : schemaProblems(answer, tool.outputSchema)
    return problems.length === 0 ? { ok: true, value: answer } : { ok: false, problems }
  } catch (error) {
    return { ok: false, problems: [reasonOf(error)] }
  }
}
