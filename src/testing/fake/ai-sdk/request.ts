import type { ProviderFacts } from '../facts.ts'
import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../shape.ts'
import { collectViolations, type ReportViolation, type Violation } from '../violation.ts'
import { type PromptFacts, promptFacts } from './facts.ts'
import { checkOrder } from './order.ts'
import { checkParts, isToolName } from './parts.ts'
import { checkSizes } from './sizes.ts'
import { checkUpdates } from './updates.ts'

/** Returns every rule that a request breaks: rules of the AI SDK, the vendor's converter, and the API behind it. */
export const checkAISDK = (request: Fields, overrides: Partial<ProviderFacts>): readonly Violation[] => {
  const { found, report } = collectViolations()
  const facts = promptFacts(request, overrides)
  checkShape(request, report)
  checkOrder(request, facts, report)
  checkUpdates(request, facts, report)
  checkParts(request, facts, report)
  checkTools(request, facts, report)
  checkNumbers(request, facts, report)
  checkThinking(request, facts, report)
  checkSizes(request, facts, report)
  return found
}

/** Options of `generateText`, and `responseFormat` of a model's call options. Source: ai 7.0.173. */
const known = new Set(
  (
    'model system instructions prompt messages allowSystemInMessages tools toolChoice toolOrder activeTools ' +
    'maxOutputTokens temperature topP topK presencePenalty frequencyPenalty stopSequences seed reasoning ' +
    'responseFormat output providerOptions headers maxRetries timeout stopWhen prepareStep'
  ).split(' '),
)

/** Reports options that the types of `generateText` reject, and options that make it throw at run time. */
function checkShape(request: Fields, report: ReportViolation): void {
  for (const name of Object.keys(request))
    if (!known.has(name)) report('shape', `/${name}`, `generateText has no option '${name}'`)
  const { model, messages, tools } = request
  const isModel = isFields(model)
    ? typeof model.modelId === 'string'
    : typeof model === 'string' && model !== ''
  if (!isModel) report('shape', '/model', 'Invalid model: an id or a language model is required')
  if (!Array.isArray(messages))
    report('shape', '/messages', 'Invalid prompt: prompt or messages must be defined')
  if (isAbsentOrNull(tools)) return
  const isRecord = isFields(tools) && Object.values(tools).every(isFields)
  if (!isRecord) report('shape', '/tools', 'tools must be an object of tools by name')
}

const owners: { readonly [name: string]: PromptFacts['converter'] } = {
  openai: 'openai',
  azure: 'openai',
  anthropic: 'anthropic',
  bedrock: 'anthropic',
  google: 'google',
  vertex: 'google',
  googleVertex: 'google',
}

function checkTools(request: Fields, { converter }: PromptFacts, report: ReportViolation): void {
  const tools = fieldsOf(request.tools)
  for (const [name, tool] of Object.entries(tools)) {
    if (!isToolName(name)) report('S8', `/tools/${name}`, `Invalid function name: ${name}`)
    const { type, id } = fieldsOf(tool)
    const prefix = textOfShape(id).split('.')[0] ?? ''
    const owner = Object.hasOwn(owners, prefix) ? owners[prefix] : undefined
    if (type === 'provider' && owner !== undefined && converter !== 'unknown' && owner !== converter)
      report('S18', `/tools/${name}`, `provider-defined tool ${textOfShape(id)} is not supported`)
  }
  const { toolName } = fieldsOf(request.toolChoice)
  if (toolName !== undefined && !Object.hasOwn(tools, textOfShape(toolName)))
    report('S18', '/toolChoice', `Tool '${textOfShape(toolName)}' not found in provided tools`)
  if (converter !== 'anthropic' || Object.keys(tools).length > 0) return
  listOfShape(request.messages).forEach((message, at) => {
    const calls = listOfShape(fieldsOf(message).content)
      .map(fieldsOf)
      .some(part => part.type === 'tool-call' && part.providerExecuted !== true)
    if (calls) report('S17', `/messages/${at}`, 'Requests which include `tool_use` blocks must define tools')
  })
}

/** Checks that, with a thinking budget, the current tool loop begins with thinking, as Anthropic requires. */
function checkThinking(request: Fields, { converter }: PromptFacts, report: ReportViolation): void {
  const own = fieldsOf(fieldsOf(request.providerOptions).anthropic)
  if (converter !== 'anthropic' || fieldsOf(own.thinking).type !== 'enabled') return
  const messages = listOfShape(request.messages).map(fieldsOf)
  let first: Fields | undefined
  for (let at = messages.length - 1; messages[at]?.role === 'tool'; ) {
    while (at >= 0 && messages[at]?.role !== 'assistant') at--
    first = messages[at--]
  }
  const [block] = listOfShape(first?.content)
    .map(fieldsOf)
    .filter(({ type }) => type !== 'custom')
  if (first !== undefined && block?.type !== 'reasoning')
    report('S19', '/providerOptions', 'Expected `thinking` or `redacted_thinking`, but found another block')
}

const levels = 'provider-default none minimal low medium high xhigh max'.split(' ')

function checkNumbers(request: Fields, { converter }: PromptFacts, report: ReportViolation): void {
  const number = (key: string, least: number, most: number, whole = false): void => {
    const value = request[key]
    if (isAbsentOrNull(value)) return
    const fits =
      typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))
    if (!fits) report('S13', `/${key}`, `Invalid argument for parameter ${key}: ${String(value)}`)
  }
  number('maxOutputTokens', 1, Number.MAX_SAFE_INTEGER, true)
  number('seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true)
  number('topK', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true)
  number('temperature', 0, converter === 'anthropic' ? 1 : 2)
  number('topP', 0, 1)
  number('presencePenalty', -2, 2)
  number('frequencyPenalty', -2, 2)
  if (!isAbsentOrNull(request.reasoning) && !levels.includes(textOfShape(request.reasoning)))
    report('S13', '/reasoning', `Invalid argument for parameter reasoning: ${String(request.reasoning)}`)
}

/** Returns a `generateText` result with only the required fields. */
export const replyAISDK = (): Fields => ({
  text: 'OK',
  finishReason: 'stop',
  content: [{ type: 'text', text: 'OK' }],
})
