import type { JsonObject } from '../../../ir/json.ts'
import type { Run } from '../../../ir/origin.ts'
import type { StringOrigins } from '../../../map/origins.ts'
import type { AISDKRequest, ModelMessage, ProviderOptions, SystemMessage } from './request.ts'
import { claudeOptions } from './system-changes.ts'

/** Whether a system message for Claude changes tools. */
const changesTools = (message: ModelMessage): message is SystemMessage =>
  message.role === 'system' && claudeOptions(message).toolChanges !== undefined

/** Whether a system message for Claude is valid until the conversation ends. */
const isLasting = (message: ModelMessage | undefined): message is SystemMessage =>
  message?.role === 'system' && claudeOptions(message).clearAt === undefined

/**
 * Returns the messages with each system message that changes tools before the next answer, where Claude takes it
 * whatever the user wrote after it, and with neighbouring system messages joined, because one may not follow another.
 */
export function settleChanges({ messages }: AISDKRequest, origins: StringOrigins): readonly ModelMessage[] {
  if (!messages.some(changesTools)) return messages
  const settled: ModelMessage[] = []
  let waiting: SystemMessage[] = []
  const put = (message: ModelMessage): void => {
    const last = settled.at(-1)
    const isJoined = isLasting(last) && isLasting(message) && [last, message].some(each => changesTools(each))
    if (isJoined) settled[settled.length - 1] = joinSystem(last, message, origins)
    else settled.push(message)
  }
  for (const message of messages) {
    if (changesTools(message)) {
      waiting.push(message)
      continue
    }
    if (message.role === 'assistant') {
      for (const change of waiting) put(change)
      waiting = []
    }
    put(message)
  }
  for (const change of waiting) put(change)
  return settled
}

/** Returns two system messages as one. */
function joinSystem(first: SystemMessage, later: SystemMessage, origins: StringOrigins): SystemMessage {
  const [before, after] = [claudeOptions(first), claudeOptions(later)]
  const changes = [before, after].flatMap(({ toolChanges }) =>
    Array.isArray(toolChanges) ? toolChanges : [],
  )
  const anthropic = { ...before, ...after, toolChanges: changes } as JsonObject
  const joined = origins.copyOrigins(
    {
      ...first,
      providerOptions: { ...first.providerOptions, ...later.providerOptions, anthropic } as ProviderOptions,
    },
    first,
  )
  const texts = [first, later].filter(({ content }) => content !== '')
  const runs = texts.flatMap((message, index) => [
    ...(index === 0 ? [] : [['\n\n', 'c:join'] as const]),
    ...runsOf(message, origins),
  ])
  joined.content = origins.joinRuns(joined, 'content', runs)
  return joined
}

/** Returns the text of a system message with the origins of its parts. */
export function runsOf(message: SystemMessage, origins: StringOrigins): readonly Run[] {
  const { whole, key } = origins.originsIn(message)
  const from = key('content') ?? whole ?? 'c:message'
  return typeof from === 'string'
    ? [[message.content, from]]
    : from.map(({ start, end, origin }) => [message.content.slice(start, end), origin] as const)
}
