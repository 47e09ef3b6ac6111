import type { Block } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Fragment, Setting, UnitOptions } from '../../../../target/target.ts'
import { reasoningLoss } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { plainTextAsString } from '../shared/pieces.ts'
import { writeItem } from './answer-item.ts'
import { signFirstChatCall } from './call-fields.ts'
import { speaksDialect } from './dialect.ts'
import type { AnswerDraft } from './draft.ts'
import { writeFields } from './fields.ts'
import { repairName } from './participant.ts'
import type { AssistantMessage, ChatMessage, TextPart, UserMessage, UserPart } from './request.ts'
import { writeResult } from './result.ts'
import { writeRequired } from './thought.ts'

/** Writes an answer as a message, followed by the results of its calls. */
export function emitAnswer(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): Fragment {
  const origin = block.items[0]?.origin
  if (origin === undefined) return writer.finishFragment([])
  const message = writer.recordOrigin({ role: 'assistant' } as AssistantMessage, origin)
  const draft: AnswerDraft = {
    writer,
    setting,
    block,
    options,
    message,
    parts: [],
    calls: [],
    ids: new Map(),
    thoughts: [],
  }
  let isSaid = false
  for (const item of block.items) if (writeItem(draft, item)) isSaid = true
  if (!isSaid && message.audio === undefined) {
    dropThoughts(draft)
    return writer.finishFragment([])
  }
  finishMessage(draft, origin)
  return writer.finishFragment([message, ...writeAnswerResults(draft)], draft.thoughts.length)
}

/** Drops and reports the reasoning of an answer that has no other content. */
function dropThoughts({ writer, thoughts }: AnswerDraft): void {
  for (const { origin } of thoughts) writer.note(reasoningLoss('what it led to is gone', origin))
  if (thoughts.length > 0) writer.edit('reasoning-omitted')
}

/** Adds the written parts, the calls and the imported fields to an answer's message. */
function finishMessage({ writer, setting, block, message, parts, calls }: AnswerDraft, origin: Origin): void {
  if (speaksDialect(setting)) {
    writeRequired(writer, setting, message)
    signFirstChatCall(writer, setting, calls)
  }
  writeFields(writer, message, block.items[0]?.envelope, origin, true)
  repairName(writer, message, origin)
  if (parts.length > 0)
    message.content = plainTextAsString(writer, message, 'content', parts) ?? (parts as TextPart[])
  if (calls.length > 0) message.tool_calls = calls
  if (parts.length === 0 && calls.length > 0) message.content = null
}

/** Writes the results of an answer's calls, then the files that the results cannot contain. */
function writeAnswerResults({ writer, setting, block, ids }: AnswerDraft): ChatMessage[] {
  const after: UserPart[] = []
  const messages: ChatMessage[] = block.answers.map(call =>
    writeResult(writer, setting, call, ids.get(call) as string, after),
  )
  if (after.length > 0)
    messages.push(writer.recordOrigin({ role: 'user', content: after } as UserMessage, 'c:moved-files'))
  return messages
}
