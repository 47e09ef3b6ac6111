import { settingDropped } from '../../../diag/target.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { AnthropicRules, ModelFacts } from '../../../ir/model.ts'
import type { Origin } from '../../../ir/origin.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import { platformOf } from './models.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

/** Fields of a compaction, or of a request for one, that the request type does not declare. */
interface Untyped {
  type?: string
  signature?: unknown
  compaction?: unknown
}

/** Whether a request asks for a summary of its messages. No message may then be added at their end. */
export const asksForCompaction = (request: object): boolean => (request as Untyped).compaction != null

/** Whether a block is a compaction that the app requested. Such a block is signed, and must be the request's first. */
export function isSignedCompaction(block: object | undefined): boolean {
  const { type, signature } = (block ?? {}) as Untyped
  return type === 'compaction' && typeof signature === 'string' && signature !== ''
}

/** Whether a message begins with a compaction that the app requested, which is signed. */
export const beginsSigned = (message: Message | undefined): boolean => isSignedCompaction(message?.content[0])

/** Whether a message contains only a signed compaction. It must not be merged with neighbouring messages. */
export const isOnlySignedCompaction = (message: Message): boolean =>
  message.content.length === 1 && beginsSigned(message)

/** Setting that the API refuses beside a compaction on demand. */
interface Conflict {
  readonly path: readonly string[]
  /** Declaration that sets it; the app's own field of the request if absent. */
  readonly at?: Origin
  /** Whether requests that only contain a compaction must not have the setting either. */
  readonly isRefusedLater: boolean
  /** Whether a value of the setting is refused; any value if absent. */
  readonly refuses?: (value: unknown) => boolean
}

/** Settings that the API refuses beside a compaction. Source: "Compaction on demand", September 2026. */
const conflicts: readonly Conflict[] = [
  { path: ['context_management'], isRefusedLater: true },
  { path: ['output_config', 'task_budget', 'remaining'], isRefusedLater: true },
  { path: ['stop_sequences'], isRefusedLater: false },
  { path: ['output_config', 'format'], at: 'd:outputSchema', isRefusedLater: false },
  { path: ['output_format'], isRefusedLater: false },
  {
    path: ['tool_choice'],
    at: 'd:generateConfig.toolChoice',
    isRefusedLater: false,
    refuses: choice => ['any', 'tool'].includes((choice as { readonly type: string }).type),
  },
]

/** Returns the settings of a request that the API refuses beside its compaction. */
function conflictsIn(request: AnthropicRequest): readonly Conflict[] {
  const asks = asksForCompaction(request)
  if (!asks && !beginsSigned(request.messages[0])) return []
  return conflicts.filter(({ path, isRefusedLater, refuses = () => true }) => {
    const value = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), request)
    return (asks || isRefusedLater) && value != null && refuses(value)
  })
}

/** Least output limit of a request for a compaction. It limits thinking and summary together. */
const leastOutput = 8_192

/**
 * Returns the request that asks for a compaction of the messages of a request, without what the API refuses beside it;
 * null if the model compacts none on its platform, or the request has the API edit its context.
 */
export function claudeCompactionRequest(
  request: object,
  { rules, output }: ModelFacts<AnthropicRules>,
  model: string,
): object | null {
  const sent = request as AnthropicRequest & { readonly context_management?: unknown }
  if (!rules.compacts?.includes(platformOf(model)) || sent.context_management != null) return null
  const asked = { ...sent, compaction: { type: 'summarize' } }
  const body = conflictsIn(asked).reduce<JsonObject>(
    (left, { path }) => withoutSetting(left, path),
    asked as unknown as JsonObject,
  )
  return { ...body, max_tokens: Math.max(sent.max_tokens, Math.min(leastOutput, output ?? leastOutput)) }
}

/** Returns an object without the setting at a path, and without an object that then is empty. */
function withoutSetting(object: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject {
  const { [key]: value, ...left } = object
  const inner = rest.length === 0 ? {} : withoutSetting(value as JsonObject, rest)
  return Object.keys(inner).length === 0 ? left : { ...object, [key]: inner }
}

/** Rule A33: removes from a request what the API refuses in or beside a compaction. */
export function settleCompaction(draft: Draft<AnthropicRequest, AnthropicRules>): void {
  dropAddedNulls(draft)
  dropConflicts(draft)
}

/** Drops the settings that the API refuses beside a compaction. */
function dropConflicts({ request, origins, note }: Draft<AnthropicRequest, AnthropicRules>): void {
  const without = (object: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject => {
    const { [key]: value, ...left } = object
    return origins.copyOrigins(
      rest.length === 0 ? left : { ...left, [key]: without(value as JsonObject, rest) },
      object,
    )
  }
  for (const { path, at: declared } of conflictsIn(request)) {
    const [field = '', ...inner] = path
    const wire = request as unknown as Record<string, unknown>
    const left = inner.length === 0 ? {} : without(wire[field] as JsonObject, inner)
    if (Object.keys(left).length === 0) delete wire[field]
    else wire[field] = left
    const setting = path.join('.')
    const at = declared ?? `d:extra.${setting}`
    const describeDrop = () =>
      settingDropped(setting, 'it cannot be combined with a compaction on demand', at)
    note({ kind: `CX7012 ${setting}`, say: describeDrop, at })
  }
}

/** Fields of a compaction block that the API accepts. Source: @anthropic-ai/sdk 1.14.0 `BetaCompactionBlockParam`. */
const blockFields = new Set([
  'type',
  'content',
  'signature',
  'encrypted_content',
  'tool_changes',
  'cache_control',
])

/** Removes fields without a value that a serializer added to a compaction, which the API refuses. */
function dropAddedNulls({ request, origins }: Draft<AnthropicRequest, AnthropicRules>): void {
  const isAdded = ([key, value]: readonly [string, unknown]): boolean =>
    value === null && !blockFields.has(key)
  const hasAdded = (block: object): boolean =>
    (block as Untyped).type === 'compaction' && Object.entries(block).some(isAdded)
  request.messages = request.messages.map(message => {
    const blocks = message.content as readonly ContentBlock[]
    if (!blocks.some(hasAdded)) return message
    const content = blocks.map(block => {
      if (!hasAdded(block)) return block
      const fields = Object.entries(block).filter(field => !isAdded(field))
      return origins.copyOrigins(Object.fromEntries(fields) as never, block)
    })
    return origins.copyOrigins({ ...message, content } as Message, message)
  })
}

/** Checks rule A33: a signed compaction is the request's first block, and no setting conflicts with it. */
export function checkCompaction(request: AnthropicRequest, report: Report): void {
  const { messages } = request
  for (const [index, { content }] of messages.entries())
    for (const [place, block] of (content as readonly ContentBlock[]).entries())
      if (isSignedCompaction(block) && index + place > 0)
        report(`/messages/${index}/content/${place}`, 'a signed compaction must be the first block')
  for (const { path } of conflictsIn(request))
    report(`/${path.join('/')}`, 'it cannot be combined with a compaction on demand')
}
