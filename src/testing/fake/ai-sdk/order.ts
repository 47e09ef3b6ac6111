import { type Fields, fieldsOf, findRepeatedItems, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { PromptFacts } from './facts.ts'

const contentOf = (message: unknown): readonly Fields[] =>
  listOfShape(fieldsOf(message).content).map(fieldsOf)
const roleOf = (message: unknown): string => textOfShape(fieldsOf(message).role)

/** Returns the ids of a message's tool calls that the app must run. */
const callsOf = (message: unknown): string[] =>
  roleOf(message) !== 'assistant'
    ? []
    : contentOf(message)
        .filter(part => part.type === 'tool-call' && part.providerExecuted !== true)
        .map(part => textOfShape(part.toolCallId))

/**
 * Checks message order (rules S1 to S4, S10 to S12). Source: ai 7 standardize-prompt, convert-to-language-model-prompt.
 */
export function checkOrder(request: Fields, facts: PromptFacts, report: ReportViolation): void {
  const messages = listOfShape(request.messages)
  if (messages.length === 0) report('S1', '/messages', 'messages must not be empty')
  checkSystem(request, messages, facts, report)
  checkChanges(request, messages, facts, report)
  checkResults(messages, facts, report)
  checkTurns(messages, facts, report)
  if (facts.converter === 'openai') checkDuplicateReferences(messages, report)
}

const optionsOf = (message: unknown): Fields =>
  fieldsOf(fieldsOf(fieldsOf(message).providerOptions).anthropic)

/** Whether Anthropic's converter sends a message without content, only to set the effort. */
const setsEffort = (message: unknown): boolean => {
  const { effort, toolChanges, clearAt } = optionsOf(message)
  const isEmpty = roleOf(message) === 'system' && fieldsOf(message).content === ''
  return isEmpty && effort !== undefined && toolChanges === undefined && clearAt === undefined
}

function checkSystem(
  request: Fields,
  messages: readonly unknown[],
  { lateSystem }: PromptFacts,
  report: ReportViolation,
): void {
  messages.forEach((message, at) => {
    if (roleOf(message) !== 'system') return
    if (request.allowSystemInMessages !== true) {
      const where = 'System messages are not allowed in the prompt or messages fields.'
      report('S4', `/messages/${at}`, `${where} Use the instructions option instead.`)
      return
    }
    if (lateSystem === 'none')
      report(
        'S4',
        `/messages/${at}`,
        'system messages are only supported at the beginning of the conversation',
      )
    if (lateSystem !== 'placed' || setsEffort(message)) return
    const before = roleOf(messages.slice(0, at).findLast(other => !setsEffort(other)))
    const after = messages.slice(at + 1).find(other => !setsEffort(other))
    const next = after === undefined ? 'assistant' : roleOf(after)
    // Without `system` and `instructions`, the first system message is moved to the front, unless it has options.
    const { effort, toolChanges, clearAt } = optionsOf(message)
    const isPlain = effort === undefined && toolChanges === undefined && clearAt === undefined
    const hoisted = isPlain && request.system === undefined && request.instructions === undefined
    if (hoisted || !['user', 'tool'].includes(before) || next !== 'assistant')
      report('S4', `/messages/${at}`, 'role: system must follow a user turn and precede an assistant turn')
  })
}

/** Checks the tools that system messages add or remove (rule S22). Source: error text of Anthropic's API. */
function checkChanges(
  request: Fields,
  messages: readonly unknown[],
  { converter, lateSystem }: PromptFacts,
  report: ReportViolation,
): void {
  if (converter !== 'anthropic' || lateSystem !== 'placed') return
  const provided = new Set(Object.keys(fieldsOf(request.tools)))
  messages.forEach((message, at) => {
    if (roleOf(message) !== 'system') return
    for (const { tool, toolName } of listOfShape(optionsOf(message).toolChanges).map(fieldsOf))
      if (tool !== undefined) provided.add(textOfShape(fieldsOf(tool).name))
      else if (!provided.has(textOfShape(toolName)))
        report('S22', `/messages/${at}`, `Tool '${textOfShape(toolName)}' not found in provided tools`)
  })
}

/** Checks for calls without results (MissingToolResultsError), and for results without a call, which APIs reject. */
function checkResults(messages: readonly unknown[], { chained }: PromptFacts, report: ReportViolation): void {
  let open = new Set<string>()
  messages.forEach((message, at) => {
    const role = roleOf(message)
    if (role === 'tool') {
      for (const part of contentOf(message)) {
        if (part.type !== 'tool-result') continue
        const id = textOfShape(part.toolCallId)
        if (!open.delete(id) && !chained)
          report('S3', `/messages/${at}`, `Tool result ${id} has no tool call in the previous message.`)
      }
      return
    }
    reportMissingResults(open, at, report)
    const calls = callsOf(message)
    for (const { value } of findRepeatedItems(calls))
      report('S3', `/messages/${at}`, `Tool call id ${value} is used twice.`)
    open = new Set(calls)
  })
  const asked = callsWithApproval(messages)
  reportMissingResults(new Set([...open].filter(id => !asked.has(id))), messages.length - 1, report)
}

function reportMissingResults(open: ReadonlySet<string>, at: number, report: ReportViolation): void {
  if (open.size === 0) return
  const one = open.size === 1
  report(
    'S2',
    `/messages/${at}`,
    `Tool result${one ? ' is' : 's are'} missing for tool call${one ? '' : 's'} ${[...open].join(', ')}.`,
  )
}

/** Returns the tool calls that the last message approves or denies; the AI SDK adds the results of these calls. */
function callsWithApproval(messages: readonly unknown[]): ReadonlySet<string> {
  const last = messages.at(-1)
  if (roleOf(last) !== 'tool') return new Set()
  const given = contentOf(last).flatMap(part =>
    part.type === 'tool-approval-response' ? [part.approvalId] : [],
  )
  const asked = messages.flatMap(contentOf).filter(part => part.type === 'tool-approval-request')
  return new Set(
    asked.filter(part => given.includes(part.approvalId)).map(part => textOfShape(part.toolCallId)),
  )
}

/** Whether a message has a call of a provider-executed tool, but not the call's result. */
function hasOpenProviderCall(message: unknown): boolean {
  const parts = contentOf(message)
  const done = new Set(parts.map(part => (part.type === 'tool-result' ? part.toolCallId : null)))
  return parts.some(
    part => part.type === 'tool-call' && part.providerExecuted === true && !done.has(part.toolCallId),
  )
}

function checkTurns(messages: readonly unknown[], facts: PromptFacts, report: ReportViolation): void {
  const { converter, continues, textOrCalls } = facts
  if (converter === 'openai' || messages.length === 0) return
  const spoken = messages.map(roleOf)
  if (spoken[0] !== 'user' && spoken[0] !== 'system')
    report('S12', '/messages/0', 'The first message must be a user message.')
  const last = messages.at(-1)
  if (!continues && roleOf(last) === 'assistant' && callsOf(last).length === 0 && !hasOpenProviderCall(last))
    report('S12', `/messages/${messages.length - 1}`, 'The conversation must end with a user message.')
  if (converter === 'anthropic' || textOrCalls) return
  spoken.forEach((role, at) => {
    if (role === 'assistant' && spoken[at - 1] === 'assistant')
      report('S11', `/messages/${at}`, 'Please ensure that roles alternate: two model turns in a row.')
  })
}

/** Returns the id of an item that OpenAI stored, if the converter sends a part as a reference to this item. */
function storedItemIdOf(part: Fields): string | undefined {
  const options = fieldsOf(part.providerOptions)
  const own = fieldsOf([options.openai, options.azure].find(isFields)).itemId
  const ran = part.type === 'tool-result' || (part.type === 'tool-call' && part.providerExecuted === true)
  const id = ran ? (own ?? part.toolCallId) : own
  return (ran || ['text', 'reasoning', 'custom'].includes(textOfShape(part.type))) && typeof id === 'string'
    ? id
    : undefined
}

/** Checks for references with equal ids, which OpenAI rejects: "Duplicate item found with id …". */
function checkDuplicateReferences(messages: readonly unknown[], report: ReportViolation): void {
  const seen = new Set<string>()
  messages.forEach((message, at) => {
    if (roleOf(message) !== 'assistant') return
    const parts = contentOf(message)
    const ids = parts.flatMap(part => storedItemIdOf(part) ?? [])
    const customs = parts.flatMap(part => (part.type === 'custom' ? (storedItemIdOf(part) ?? []) : []))
    const twice = findRepeatedItems(customs).map(({ value }) => value)
    for (const id of new Set([...ids.filter(id => seen.has(id)), ...twice]))
      report('S10', `/messages/${at}`, `Duplicate item found with id ${id}.`)
    for (const id of ids) seen.add(id)
  })
}
