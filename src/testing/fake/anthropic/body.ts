import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'

/** Fields of a Messages body. Source: @anthropic-ai/sdk 1.12.0 `MessageCreateParamsBase` (beta). */
const known = new Set(
  (
    'model max_tokens messages system tools tool_choice thinking temperature top_p top_k ' +
    'stop_sequences stream metadata service_tier cache_control context_management container ' +
    'mcp_servers output_config output_format inference_geo speed diagnostics fallbacks ' +
    'fallback_credit_token compaction billing_policy thread user_profile_id workspace_id'
  ).split(' '),
)

const roles = new Set(['user', 'assistant', 'system'])

/** Checks top-level fields, roles, and sizes (rule A22). Source: SDK types; error texts in pydantic's wording. */
export const checkBody = ({ request, report }: Check): void => {
  for (const name of Object.keys(request)) {
    if (!known.has(name)) report('shape', `/${name}`, `${name}: Extra inputs are not permitted`)
  }
  for (const name of ['model', 'max_tokens', 'messages']) {
    if (request[name] === undefined) report('shape', `/${name}`, `${name}: Field required`)
  }
  checkValues(request, report)
  if (!isAbsentOrNull(request.system) && typeof request.system !== 'string')
    checkSystem(request.system, report)
  if (request.messages !== undefined) checkMessages(request.messages, report)
}

const checkValues = (
  { model, max_tokens: limit, stop_sequences: stops }: Fields,
  report: Check['report'],
): void => {
  if (model !== undefined && (typeof model !== 'string' || model === '')) {
    report('shape', '/model', 'model: Input should be a valid string')
  }
  if (limit !== undefined && (!Number.isInteger(limit) || (limit as number) < 0)) {
    report('shape', '/max_tokens', 'max_tokens: Input should be a valid integer')
  }
  if (listOfShape(stops).some(stop => textOfShape(stop).trim() === '')) {
    report('A30', '/stop_sequences', 'stop_sequences: each stop sequence must contain non-whitespace')
  }
}

const checkMessages = (messages: unknown, report: Check['report']): void => {
  if (!Array.isArray(messages)) {
    report('shape', '/messages', 'messages: Input should be a valid list')
    return
  }
  if (messages.length === 0) report('shape', '/messages', 'messages: at least one message is required')
  if (messages.length > 100_000) report('A22', '/messages', 'messages: at most 100000 messages are allowed')
  for (const [at, message] of messages.entries()) checkMessage(message, at, report)
}

const efforts = ['low', 'medium', 'high', 'xhigh', 'max']

/**
 * Checks the fields that only a system message may have. Source: @anthropic-ai/sdk 1.14.0 `BetaSystemMessageParam`,
 * which needs content or a setting.
 */
const checkSettings = (
  { role, content, clear_at: clears, output_config: output }: Fields,
  at: number,
  report: Check['report'],
): void => {
  const where = `messages.${at}`
  const fail = (text: string): void => report('A16', `/messages/${at}`, text)
  for (const [name, value] of Object.entries({ clear_at: clears, output_config: output }))
    if (!isAbsentOrNull(value) && role !== 'system')
      fail(`${where}.${name}: only permitted on 'system' messages`)
  if (!isAbsentOrNull(clears) && clears !== 'next_user_message' && clears !== 'never')
    fail(`${where}.clear_at: Input should be 'next_user_message' or 'never'`)
  const { effort, ...others } = fieldsOf(output)
  for (const name of Object.keys(others))
    fail(`${where}.output_config.${name}: Extra inputs are not permitted`)
  if (!isAbsentOrNull(effort) && !efforts.includes(textOfShape(effort)))
    fail(`${where}.output_config.effort: Input should be ${efforts.map(name => `'${name}'`).join(', ')}`)
  const isEmpty = content === '' || (Array.isArray(content) && content.length === 0)
  if (role === 'system' && isEmpty && isAbsentOrNull(effort))
    fail(`${where}: system message has neither content nor output_config`)
}

const checkSystem = (system: unknown, report: Check['report']): void => {
  if (!Array.isArray(system)) {
    report('shape', '/system', 'system: Input should be a valid list')
    return
  }
  system.forEach((block, at) => {
    const { type, text } = fieldsOf(block)
    const pointer = `/system/${at}`
    if (type !== 'text') report('shape', pointer, `system.${at}.type: Input should be 'text'`)
    else if (typeof text !== 'string') report('shape', pointer, `system.${at}.text: Field required`)
    else if (text === '') report('A5', pointer, 'system: text content blocks must be non-empty')
    else if (text.trim() === '')
      report('A5', pointer, 'system: text content blocks must contain non-whitespace text')
  })
}

const checkMessage = (message: unknown, at: number, report: Check['report']): void => {
  const pointer = `/messages/${at}`
  if (!isFields(message)) {
    report('shape', pointer, `messages.${at}: Input should be an object`)
    return
  }
  if (message.role === undefined) report('shape', pointer, `messages.${at}.role: Field required`)
  else if (!roles.has(textOfShape(message.role))) {
    report(
      'shape',
      `${pointer}/role`,
      `messages: Unexpected role "${textOfShape(message.role)}". Allowed roles are "user" or "assistant".`,
    )
  }
  for (const name of Object.keys(message)) {
    if (!['role', 'content', 'clear_at', 'output_config'].includes(name)) {
      report('shape', `${pointer}/${name}`, `messages.${at}.${name}: Extra inputs are not permitted`)
    }
  }
  checkSettings(message, at, report)
  const { content } = message
  if (content === undefined) report('shape', pointer, `messages.${at}.content: Field required`)
  else if (typeof content !== 'string' && !Array.isArray(content)) {
    report('shape', `${pointer}/content`, `messages.${at}.content: Input should be a valid list`)
  }
  listOfShape(content).forEach((block, index) => {
    const where = `${pointer}/content/${index}`
    if (!isFields(block)) report('shape', where, `messages.${at}.content.${index}: Input should be an object`)
  })
}
