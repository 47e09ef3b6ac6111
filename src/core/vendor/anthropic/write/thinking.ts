import { settingDropped } from '../../../diag/target.ts'
import type { AnthropicRules, ModelFacts } from '../../../ir/model.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

type AnthropicDraft = Draft<AnthropicRequest, AnthropicRules>

/** Request fields that the request type does not declare. */
interface Untyped {
  thinking?: { type?: string; budget_tokens?: number }
  context_management?: { edits?: readonly { type?: string }[] }
}

/** Returns the thinking settings of a request. */
export const thinkingOf = (
  request: AnthropicRequest,
): { type?: string; budget_tokens?: number } | undefined => (request as Untyped).thinking

/** Removes the thinking settings of a request. */
export function dropThinking(request: AnthropicRequest): void {
  delete (request as Untyped).thinking
}

/** Returns the thinking mode of a request, if the request names one. */
export const thinkingMode = (request: AnthropicRequest): string | undefined => thinkingOf(request)?.type

/** Returns the context edits with which the server clears parts of the history for this request. */
export const serverEdits = (request: AnthropicRequest): readonly { type?: string }[] =>
  (request as Untyped).context_management?.edits ?? []

export const isThinking = (block: ContentBlock | undefined): boolean =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking'

const holdsResults = (message: Message | undefined): boolean =>
  message?.content.some(({ type }) => type === 'tool_result') ?? false

/** Returns the answer that began the current tool loop; undefined if the messages end outside a loop. */
function loopStart(messages: readonly Message[]): Message | undefined {
  let first: Message | undefined
  for (let index = messages.length - 1; index > 0 && holdsResults(messages[index]); index -= 2)
    first = messages[index - 1]
  return first
}

/** Whether a request with a thinking budget continues a tool loop that began without thinking (rule A9). */
export const lacksThinking = (request: AnthropicRequest): boolean => {
  const first = thinkingMode(request) === 'enabled' ? loopStart(request.messages) : undefined
  return first !== undefined && !isThinking(first.content[0])
}

/** Rule A9: drops the thinking settings if the current tool loop began without thinking. */
export function dropUnstartedThinking({ request, note }: AnthropicDraft): void {
  if (!lacksThinking(request)) return
  dropThinking(request)
  const say = () =>
    settingDropped('thinking', 'the unfinished tool loop began without it', 'd:extra.thinking')
  note({ kind: 'CX7012 thinking', say, at: 'd:extra.thinking' })
}

const clearsThinking = ({ type }: { type?: string }): boolean => type?.startsWith('clear_thinking') ?? false

/**
 * Rule A21: moves the edit that clears thinking to the front, as the API requires. Without thinking, the edit is
 * dropped.
 */
export function orderServerEdits({ request, note }: AnthropicDraft): void {
  const edits = serverEdits(request)
  if (!edits.some(clearsThinking)) return
  const thinks = ['enabled', 'adaptive'].includes(thinkingMode(request) ?? '')
  const kept = [
    ...(thinks ? edits.filter(clearsThinking) : []),
    ...edits.filter(edit => !clearsThinking(edit)),
  ]
  if (!thinks) {
    const say = () =>
      settingDropped(
        'context_management',
        'thinking cannot be cleared where the request does not think',
        'd:extra.context_management',
      )
    note({ kind: 'CX7012 context_management', say, at: 'd:extra.context_management' })
  }
  const wire = request as Untyped
  if (kept.length > 0) wire.context_management = { ...wire.context_management, edits: kept }
  else delete wire.context_management
}

/** Checks that the model supports the requested thinking mode and effort. */
export function checkThinkingMode(
  request: AnthropicRequest,
  report: Report,
  { rules }: ModelFacts<AnthropicRules>,
): void {
  const type = thinkingMode(request)
  const effort = request.output_config?.effort ?? ''
  if (type === undefined) return
  if (!(rules.thinking as readonly string[]).includes(type))
    report('/thinking', `the model does not accept '${type}'`)
  if (type === 'disabled' && rules.disabledEffortBlocked?.includes(effort))
    report('/thinking', `it cannot be combined with effort '${effort}'`)
}

/** Checks that no call is forced while thinking is enabled, because the API refuses both together. */
export function checkForcedCall(request: AnthropicRequest, report: Report): void {
  const forced = request.tool_choice?.type === 'any' || request.tool_choice?.type === 'tool'
  if (forced && thinkingMode(request) === 'enabled')
    report('/tool_choice', 'a call cannot be forced while thinking is enabled')
}
