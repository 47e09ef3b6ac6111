import { type Fields, fieldsOf, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { Converter, PromptFacts } from './facts.ts'
import { itemsOf } from './updates.ts'

const allowed: { readonly [role: string]: string } = {
  user: 'text file',
  assistant: 'text file reasoning tool-call tool-result custom reasoning-file tool-approval-request',
  tool: 'tool-result tool-approval-response',
}

/** Keys of `providerOptions` that each vendor's providers read. */
const spaces: { readonly [converter in Converter]: readonly string[] } = {
  openai: ['openai', 'azure'],
  anthropic: ['anthropic', 'bedrock'],
  google: ['google', 'googleVertex', 'vertex'],
  unknown: [],
}

const providerOptionsOf = (part: Fields, converter: Converter): Fields | undefined =>
  spaces[converter].map(name => fieldsOf(part.providerOptions)[name]).find(isFields)

/**
 * Checks the content of every message (rules S5 to S9, S14 to S16). Source: ai 7 message schemas and the providers'
 * converters.
 */
export function checkParts(request: Fields, facts: PromptFacts, report: ReportViolation): void {
  const ran = new Map<unknown, string>()
  listOfShape(request.messages).forEach((raw, at) => {
    const message = fieldsOf(raw)
    const path = `/messages/${at}`
    const role = textOfShape(message.role)
    const { content } = message
    if (role === 'user') reportOpenServerCalls(ran, facts.converter, report)
    if (role === 'system') {
      if (typeof content !== 'string') report('S5', path, 'Invalid prompt: system content must be a string')
      else if (content === '') {
        if (!hasSystemSettings(message, facts)) report('S6', path, 'Invalid prompt: an empty system message')
      } else checkBlank(content, facts, path, report)
      return
    }
    if (!Object.hasOwn(allowed, role)) {
      report(
        'S5',
        path,
        `Invalid message role: '${role}'. Must be one of: "system", "user", "assistant", "tool".`,
      )
      return
    }
    if (typeof content === 'string' && role !== 'tool') {
      if (role === 'assistant' && content === '') report('S6', path, 'the answer says nothing')
      checkBlank(content, facts, path, report)
      return
    }
    if (!Array.isArray(content)) {
      report('S5', path, 'The messages do not match the ModelMessage[] schema.')
      return
    }
    if (content.length === 0) report('S6', path, 'the content is empty')
    content.forEach((part, place) => {
      checkPart(fieldsOf(part), role, facts, `${path}/content/${place}`, report)
    })
    if (role === 'assistant') checkAnswer(content.map(fieldsOf), facts.converter, ran, path, report)
  })
}

/** Whether the vendor's converter sends a system message that has options but no text. */
function hasSystemSettings(message: Fields, { converter }: PromptFacts): boolean {
  if (converter === 'openai') return itemsOf(message).length > 0
  const { effort, toolChanges } = fieldsOf(fieldsOf(message.providerOptions).anthropic)
  return converter === 'anthropic' && (effort !== undefined || listOfShape(toolChanges).length > 0)
}

/** Checks for blank text: Anthropic's "text content blocks must contain non-whitespace text". */
function checkBlank(text: string, { converter }: PromptFacts, path: string, report: ReportViolation): void {
  if ((converter === 'anthropic' || converter === 'unknown') && text.trim() === '')
    report('S6', path, 'text content blocks must contain non-whitespace text')
}

function checkPart(
  part: Fields,
  role: string,
  facts: PromptFacts,
  path: string,
  report: ReportViolation,
): void {
  const type = textOfShape(part.type)
  if (!(allowed[role] ?? '').split(' ').includes(type)) {
    report('S5', path, `The messages do not match the ModelMessage[] schema: '${type}' in ${role}.`)
    return
  }
  if (type === 'text') {
    if (part.text === '') report('S6', path, 'an empty text part is dropped')
    else checkBlank(textOfShape(part.text), facts, path, report)
  }
  if (type === 'tool-call' && part.providerExecuted !== true) checkCall(part, facts, path, report)
  if (type === 'tool-result') checkOutput(part, path, report)
  if (type === 'reasoning' && !isReasoningReadable(part, facts.converter))
    report('S14', path, 'unsupported reasoning metadata')
  if (type === 'file') checkFile(part, facts, path, report)
}

function checkCall(part: Fields, facts: PromptFacts, path: string, report: ReportViolation): void {
  const isText = typeof part.input === 'string' && facts.textTools.has(textOfShape(part.toolName))
  if (!isText && !isFields(part.input)) report('S7', path, 'Input should be a valid dictionary')
  const { toolCallId: id, toolName: name } = part
  // A call id must meet both limits: the length on Chat Completions, and Anthropic's set of characters.
  if (typeof id !== 'string' || id === '' || id.length > 40 || /[^\w-]/.test(id))
    report('S8', path, `String should match pattern '^[a-zA-Z0-9_-]+$', at most 40 characters: ${String(id)}`)
  if (!isToolName(name)) report('S8', path, `Invalid function name: ${String(name)}`)
}

/** Whether all providers accept a tool name, and a JavaScript object can have the name as a key. */
export const isToolName = (name: unknown): boolean =>
  typeof name === 'string' &&
  name.length <= 64 &&
  !(name in {}) &&
  /^[a-z_]/i.test(name) &&
  !/[^\w-]/.test(name)

function checkOutput(part: Fields, path: string, report: ReportViolation): void {
  const { type, value } = fieldsOf(part.output)
  const fits =
    type === 'execution-denied' ||
    ((type === 'text' || type === 'error-text') && typeof value === 'string') ||
    ((type === 'json' || type === 'error-json') && value !== undefined) ||
    (type === 'content' && Array.isArray(value))
  if (!fits) report('S9', path, `Invalid tool result output: '${textOfShape(type)}'`)
}

function isReasoningReadable(part: Fields, converter: Converter): boolean {
  const own = providerOptionsOf(part, converter)
  const has = (key: string): boolean => typeof own?.[key] === 'string' && own[key] !== ''
  if (converter === 'unknown') return true
  if (converter === 'anthropic') return has('signature') || has('redactedData')
  return converter === 'google'
    ? has('thoughtSignature')
    : has('reasoningEncryptedContent') || /^rs_/.test(textOfShape(own?.itemId))
}

/** Checks for files that a converter rejects (UnsupportedFunctionalityError). */
function checkFile(
  part: Fields,
  { converter, sound }: PromptFacts,
  path: string,
  report: ReportViolation,
): void {
  const mediaType = textOfShape(part.mediaType)
  const refuse = (what: string): void => report('S15', path, `'${what}' functionality not supported.`)
  if (isFields(part.data)) {
    const { type, reference } = part.data
    const known =
      converter === 'unknown' || spaces[converter].some(name => Object.hasOwn(fieldsOf(reference), name))
    if (type === 'reference' && known) return
    if (type === 'text' && converter === 'anthropic') return
    refuse(`file data ${textOfShape(type)}`)
    return
  }
  const data = textOfShape(part.data)
  const fetched = /^[a-z][a-z\d+.-]*:/i.test(data)
  if (!fetched && !/^[a-z]+\/[^*]+$/i.test(mediaType)) refuse(`media type: ${mediaType}`)
  else if (!isFileAccepted(converter, mediaType, fetched, sound)) refuse(`file part media type ${mediaType}`)
}

function isFileAccepted(converter: Converter, mediaType: string, fetched: boolean, sound: boolean): boolean {
  const [top, sub] = mediaType.split('/')
  if (mediaType === 'application/pdf') return true
  if (top === 'image')
    return converter !== 'anthropic' || fetched || ['png', 'jpeg', 'gif', 'webp'].includes(sub ?? '')
  if (converter === 'google') return !fetched || ['audio', 'video', 'text'].includes(top ?? '')
  if (mediaType === 'text/plain') return converter === 'anthropic'
  return sound && !fetched && ['audio/wav', 'audio/mp3', 'audio/mpeg'].includes(mediaType)
}

/** Whether a provider other than the request's own executed a tool call, according to the call's options or id. */
function isFromOtherProvider({ toolCallId, providerOptions }: Fields, converter: Converter): boolean {
  if (converter === 'unknown') return false
  const carried = Object.keys(fieldsOf(providerOptions))
  const named = (Object.keys(spaces) as Converter[]).find(owner =>
    spaces[owner].some(name => carried.includes(name)),
  )
  if (named !== undefined) return named !== converter
  const id = textOfShape(toolCallId)
  if (/^(srv|mcp)toolu_/.test(id)) return converter !== 'anthropic'
  return /^(ws|fs|ci|ig|mcp)_/.test(id) && converter !== 'openai'
}

/**
 * Reports server tool calls of Claude that have no result before the next user message: "`server_tool_use` … was found
 * without its result".
 */
function reportOpenServerCalls(
  ran: Map<unknown, string>,
  converter: Converter,
  report: ReportViolation,
): void {
  for (const [id, path] of ran)
    if (converter === 'anthropic')
      report('S16', path, `server_tool_use ${textOfShape(id)} was found without its result`)
  ran.clear()
}

/** Checks that an answer contains every part that another part of the answer needs. */
function checkAnswer(
  parts: readonly Fields[],
  converter: Converter,
  ran: Map<unknown, string>,
  path: string,
  report: ReportViolation,
): void {
  const spoken = parts.filter(part => part.type !== 'tool-approval-request')
  if (spoken.at(-1)?.type === 'reasoning') report('S14', path, 'reasoning without what follows it')
  const calls = new Set(parts.map(part => (part.type === 'tool-call' ? part.toolCallId : null)))
  const requests = parts.filter(part => part.type === 'tool-approval-request')
  const asked = new Set(requests.map(request => request.toolCallId))
  for (const part of parts) {
    const isResult = part.type === 'tool-result'
    const isRan = part.type === 'tool-call' && part.providerExecuted === true
    // A result of Claude's code execution may be in a later answer, because the code may wait for calls that it made.
    const isLater = converter === 'anthropic' && isResult && ran.has(part.toolCallId)
    const leans = (isResult && !isLater) || part.type === 'tool-approval-request'
    if (leans && !calls.has(part.toolCallId))
      report('S16', path, `Tool call ${textOfShape(part.toolCallId)} not found`)
    else if (isRan && isFromOtherProvider(part, converter))
      report(
        'S16',
        path,
        `provider executed tool call for tool ${textOfShape(part.toolName)} is not supported`,
      )
    if (isResult) ran.delete(part.toolCallId)
    if (isRan && !asked.has(part.toolCallId)) ran.set(part.toolCallId, path)
  }
}
