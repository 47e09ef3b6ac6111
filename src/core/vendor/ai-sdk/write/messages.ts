import { type FillerPlace, fillerAdded, lateSystemText } from '../../../diag/target.ts'
import { fillerText } from '../../../lower/repairs.ts'
import { turnOver } from '../../../target/one-turn.ts'
import type { Draft } from '../../../target/rule.ts'
import { opaqueLoss } from '../../../target/travel.ts'
import { contextTags } from '../../../trust/fence.ts'
import { optionsUnder } from '../rows/options.ts'
import type { AISDKRules } from './models.ts'
import { isAtWork } from './opaque.ts'
import type {
  AISDKRequest,
  AssistantMessage,
  AssistantPart,
  ModelMessage,
  SystemMessage,
  UserMessage,
} from './request.ts'
import { runsOf, settleChanges } from './settle-changes.ts'
import {
  changesAsPart,
  changesTurns,
  claudeOptions,
  isDirective,
  sendsOneTurnText,
} from './system-changes.ts'

type AISDKDraft = Draft<AISDKRequest, AISDKRules>

const sdkFiller = ({ origins, note }: AISDKDraft, place: FillerPlace): ModelMessage => {
  note({ kind: `CX7004 ${place}`, say: () => fillerAdded(place, fillerText), at: 'c:filler' })
  return origins.recordWhole({ role: 'user', content: fillerText }, 'c:filler')
}

/** Whether system text may keep its role between two given messages (rule S4). */
function keepsSystemRole(
  { lateSystem }: AISDKRules,
  request: AISDKRequest,
  message: ModelMessage | undefined,
  [before, next]: readonly [ModelMessage | undefined, ModelMessage | undefined],
): boolean {
  // System text before all messages is always legal, as part of the instruction.
  if (lateSystem !== 'after-user') return lateSystem === 'anywhere' && before !== undefined
  // Without an instruction, the converter makes the first system text the instruction, unless the text has its own
  // options.
  if (request.system === undefined && (message?.role !== 'system' || !changesTurns(message))) return false
  return (
    (before?.role === 'user' || before?.role === 'tool') && (next === undefined || next.role === 'assistant')
  )
}

/** Whether the system message at an index keeps its role (rule S4). A message that only sets the effort always does. */
export function keepsRoleAtIndex(rules: AISDKRules, request: AISDKRequest, index: number): boolean {
  const { messages } = request
  if (sendsOneTurnText(rules) && isDirective(messages[index])) return true
  const before = messages.slice(0, index).findLast(message => !isDirective(message))
  const next = messages.slice(index + 1).find(message => !isDirective(message))
  return keepsSystemRole(rules, request, messages[index], [before, next])
}

/** Rule S4: replaces system text that cannot keep its role by a fenced user message in the same place. */
export function fenceLateSystem(draft: AISDKDraft): void {
  const { request, facts, origins, note } = draft
  if (facts.rules.lateSystem === 'anywhere') beginWithInstruction(draft)
  if (sendsOneTurnText(facts.rules)) request.messages = [...settleChanges(request, origins)]
  const all = request.messages
  request.messages = all.flatMap((message, index): ModelMessage[] => {
    if (message.role !== 'system' || keepsRoleAtIndex(facts.rules, request, index)) return [message]
    const origin = origins.originsIn(message).whole ?? 'c:message'
    const { effort, toolChanges, clearAt } = sendsOneTurnText(facts.rules) ? claudeOptions(message) : {}
    if (effort !== undefined || toolChanges !== undefined)
      note(opaqueLoss(changesAsPart(message), 'misplaced', origin))
    const isOver = all.slice(index + 1).some(({ role }) => role === 'user' || role === 'tool')
    // If the model binds reasoning to the text, the reasoning becomes invalid when the text expires. So the text is not
    // sent.
    const isPassing = clearAt === 'next_user_message' && (isOver || facts.binds !== undefined)
    if (isPassing) note(turnOver(origin))
    if (isPassing || message.content === '') {
      draft.edit(message, isPassing ? 'outdated' : 'reduced')
      return []
    }
    note({ kind: 'CX7006', say: lateSystemText, at: origin })
    draft.edit(message, 'fenced')
    return [fencedUserMessage(draft, message, origin)]
  })
  if (!request.messages.some(({ role }) => role === 'system')) return
  request.allowSystemInMessages = true
}

/** Moves system texts at the start into the instruction. This does not change the prompt that the model reads. */
function beginWithInstruction({ request, origins }: AISDKDraft): void {
  const { messages, system } = request
  const first = messages.findIndex(({ role }) => role !== 'system')
  const leading = messages.slice(0, first < 0 ? messages.length : first) as SystemMessage[]
  if (leading.length === 0) return
  const given = typeof system === 'string' ? [instructionMessage(origins, request, system)] : (system ?? [])
  setSystem(origins, request, [...given, ...leading])
  request.messages = messages.slice(leading.length)
}

/** Writes the instruction: one plain text as a string, which all AI SDK versions accept, else a list. */
export function setSystem(
  origins: AISDKDraft['origins'],
  request: AISDKRequest,
  texts: readonly SystemMessage[],
): void {
  const [only] = texts
  if (only === undefined) return
  if (texts.length > 1 || Object.keys(only).length > 2) {
    request.system = [...texts]
    return
  }
  request.system = only.content
  const { whole, key } = origins.originsIn(only)
  origins.copyKeyOrigin(request, 'system', key('content') ?? whole)
}

function instructionMessage(
  origins: AISDKDraft['origins'],
  request: AISDKRequest,
  content: string,
): SystemMessage {
  const message = origins.recordWhole({ role: 'system', content } as const, 'd:instruction')
  origins.copyKeyOrigin(message, 'content', origins.originsIn(request).key('system'))
  return message
}

function fencedUserMessage({ origins }: AISDKDraft, message: SystemMessage, origin: string): UserMessage {
  const { open, close } = contextTags(message.content, 'developer')
  const said = runsOf(message, origins)
  const user = origins.recordWhole({ role: 'user', content: '' } as UserMessage, origin)
  user.content = origins.joinRuns(user, 'content', [[open, 'c:fence'], ...said, [close, 'c:fence']])
  return user
}

/** Whether a message begins with a compaction that Claude made on demand. This compaction must come first. */
export function beginsSigned(message: ModelMessage | undefined): boolean {
  const part = typeof message?.content === 'string' ? undefined : message?.content[0]
  const { type, signature } = (part && optionsUnder(part, ['anthropic'])) ?? {}
  return type === 'compaction' && typeof signature === 'string' && signature !== ''
}

/**
 * Rules S1 and S12: adds fillers, so that the messages are not empty and, if the provider requires it, a user speaks
 * first and last.
 */
export function addEndFillers(draft: AISDKDraft): void {
  const { request, facts } = draft
  const { messages } = request
  const { userEnds, prefill } = facts.rules
  const first = messages.find(message => !isDirective(message))
  const opens = messages.length === 0 || (userEnds && first?.role !== 'user' && !beginsSigned(first))
  const last = messages.findLast(message => !isDirective(message))
  const closes = userEnds && !prefill && last?.role === 'assistant' && !isAtWork(last.content)
  if (!opens && !closes) return
  request.messages = [
    ...(opens ? [sdkFiller(draft, 'beginning')] : []),
    ...messages,
    ...(closes ? [sdkFiller(draft, 'end')] : []),
  ]
}

/**
 * Rule S11: joins consecutive answers, because some converters do not. A later import would read them as one answer.
 */
export function joinAnswers({ request, facts, origins }: AISDKDraft): void {
  // This package drops the text of a message with calls, so text and calls must stay in separate messages.
  if (facts.rules.reader.textOrCalls === true) return
  const runs: ModelMessage[][] = []
  for (const message of request.messages) {
    const run = runs.at(-1)
    if (message.role === 'assistant' && run?.[0]?.role === 'assistant') run.push(message)
    else runs.push([message])
  }
  if (runs.length === request.messages.length) return
  request.messages = runs.map(run =>
    run.length === 1 ? (run[0] as ModelMessage) : joinRun(origins, run as AssistantMessage[]),
  )
}

function joinRun(origins: AISDKDraft['origins'], run: readonly AssistantMessage[]): AssistantMessage {
  const content = run.flatMap((message): AssistantPart[] => {
    if (typeof message.content !== 'string') return message.content
    const { whole, key } = origins.originsIn(message)
    const part = origins.recordWhole({ type: 'text', text: message.content } as const, whole ?? 'c:message')
    origins.copyKeyOrigin(part, 'text', key('content'))
    return [part]
  })
  // Fields of a whole message describe the message's end, so later fields replace earlier ones.
  const [first] = run as readonly [AssistantMessage]
  const joined: AssistantMessage = { ...first }
  for (const message of run) Object.assign(joined, message)
  Object.assign(joined, { content })
  for (const message of run) {
    const said = origins.originsIn(message)
    for (const key of Object.keys(message))
      if (key !== 'content') origins.copyKeyOrigin(joined, key, said.key(key) ?? said.whole)
  }
  return origins.recordWhole(joined, origins.originsIn(first).whole ?? 'c:message')
}
