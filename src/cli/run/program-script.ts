import { transferName } from '../../core/ir/call.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { schemaInInstruction } from '../../core/lower/schema-instruction.ts'
import type { ScriptedAnswer, ScriptedCall, ScriptedRequest } from '../../testing/scripted-model.ts'
import { sampleValue } from './sample-value.ts'

/**
 * Returns a scripted answer, made from the request alone. The script calls each tool once, with arguments that fit the
 * tool's schema. Then it answers with the results, or with a value that fits the output schema. It never transfers to
 * another agent.
 */
export function programScript(request: ScriptedRequest): ScriptedAnswer {
  const turn = messagesOfTurn(request.messages)
  const called = new Set(turn.flatMap(callsOf))
  const calls = (request.tools ?? []).flatMap(sampleCallOf).filter(({ name }) => !called.has(name))
  if (calls.length > 0) return { calls }
  const form = outputSchemaOf(request)
  if (form !== undefined) return JSON.stringify(sampleValue(form))
  const results = turn.flatMap(resultOfToolMessage)
  return ['This answer is scripted: no model was called.', ...results].join('\n')
}

/**
 * Returns the messages after the user's last message. Context blocks after tool results are not messages of the user.
 */
function messagesOfTurn(messages: readonly object[]): readonly object[] {
  let end = messages.length
  while (end > 0 && roleOf(messages[end - 1]) === 'user') end--
  const isGoingOn = roleOf(messages[end - 1]) === 'tool'
  const made = isGoingOn ? messages.slice(0, end) : messages
  return made.slice(made.findLastIndex(message => roleOf(message) === 'user') + 1)
}

const roleOf = (message: object | undefined): unknown =>
  message !== undefined && 'role' in message ? message.role : undefined

function callsOf(message: object): readonly string[] {
  const calls = 'tool_calls' in message && Array.isArray(message.tool_calls) ? message.tool_calls : []
  return calls.flatMap((call: unknown) => {
    const made = isObject(call) && isObject(call.function) ? call.function.name : undefined
    return typeof made === 'string' ? [made] : []
  })
}

function sampleCallOf(tool: object): readonly ScriptedCall[] {
  const declared = 'function' in tool && isObject(tool.function) ? (tool.function as JsonObject) : {}
  const { name, parameters } = declared
  if (typeof name !== 'string' || name === transferName) return []
  const sampled = sampleValue(parameters)
  return [{ name, arguments: isObject(sampled) ? sampled : {} }]
}

/** Returns the output schema, from a field of the request or from the instruction's text. */
function outputSchemaOf(request: ScriptedRequest): unknown {
  const form = 'response_format' in request ? request.response_format : undefined
  if (isObject(form) && isObject(form.json_schema)) return form.json_schema.schema
  const instructions = request.messages.filter(message => isInstruction(roleOf(message)))
  return instructions.flatMap(message => schemaInInstruction(textIn(message)) ?? [])[0]
}

/** Returns the text of a message. The text of a message with a cache mark is in content parts. */
function textIn(message: object): string {
  const content: unknown = 'content' in message ? message.content : ''
  if (typeof content === 'string') return content
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  return parts.map(part => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

/** Whether a role marks an instruction. For reasoning models, this role is `developer`. */
const isInstruction = (role: unknown): boolean => role === 'system' || role === 'developer'

const resultOfToolMessage = (message: object): readonly string[] =>
  roleOf(message) === 'tool' && 'content' in message && typeof message.content === 'string'
    ? [`- ${message.content}`]
    : []
