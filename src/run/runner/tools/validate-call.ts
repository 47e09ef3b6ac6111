import { schemaProblems } from '../../../core/form/schema-problems.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
import type { CallQuestion } from '../../../core/ir/run-action.ts'
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

/** Returns the answer to a call, or to its tool's question, as the tool gets it, or the answer's problems. Never throws. */
export async function validateAnswer(
  answer: JsonValue,
  { tool, handlers }: FoundTool,
  question: CallQuestion | undefined,
): Promise<Validated> {
  try {
    if (handlers.validateAnswer) return await handlers.validateAnswer(answer)
    const schema = question === undefined ? tool.outputSchema : question.schema
    const problems = schema === undefined ? [] : schemaProblems(answer, schema)
    return problems.length === 0 ? { ok: true, value: answer } : { ok: false, problems }
  } catch (error) {
    return { ok: false, problems: [reasonOf(error)] }
  }
}
