import { type FillerPlace, fillerAdded, settingDropped, toolsLeftOut } from '../../../diag/target.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import { fillerText } from '../../../lower/repairs.ts'
import type { Draft } from '../../../target/rule.ts'
import type { Content, GeminiConfig, GeminiRequest } from './request.ts'
import { callsOf, googleToolNames } from './wire.ts'

type GeminiDraft = Draft<GeminiRequest, GeminiRules>

const geminiFiller = ({ origins, note }: GeminiDraft, place: FillerPlace): Content => {
  note({ kind: `CX7004 ${place}`, say: () => fillerAdded(place, fillerText), at: 'c:filler' })
  return origins.recordWhole({ role: 'user', parts: [{ text: fillerText }] }, 'c:filler')
}

/** Rule G20: adds fillers so that the first and the last content are a user's. */
export function beginAndEndWithUser(draft: GeminiDraft): void {
  const { request } = draft
  if (request.contents[0]?.role !== 'user')
    request.contents = [geminiFiller(draft, 'beginning'), ...request.contents]
  if (request.contents.at(-1)?.role === 'model')
    request.contents = [...request.contents, geminiFiller(draft, 'end')]
}

/**
 * Rule G2: merges consecutive answers, because calls must directly follow a user's content. The answers' parts stay
 * unchanged.
 */
export function mergeAnswers({ request, origins }: GeminiDraft): void {
  const merged: Content[] = []
  let joined: Content | undefined
  for (const content of request.contents) {
    const last = merged.at(-1)
    if (last?.role !== 'model' || content.role !== 'model') {
      merged.push(content)
      joined = undefined
      continue
    }
    if (joined === undefined) {
      joined = origins.recordWhole<Content>(
        { role: 'model', parts: [...last.parts] },
        origins.originsIn(last).whole ?? 'c:message',
      )
      merged[merged.length - 1] = joined
    }
    for (const part of content.parts) joined.parts.push(part)
  }
  request.contents = merged
}

/**
 * Rule G19: drops Google's own tools if the history has function calls and the model does not support both together.
 */
export function separateTools({ request, facts, origins, note }: GeminiDraft): void {
  const { config } = request
  if (facts.rules.mixedTools || config === undefined || googleToolNames(config).length === 0) return
  if (!request.contents.some(content => callsOf(content).length > 0)) return
  const { tools, ...kept } = config
  const functions = (tools ?? []).filter(({ functionDeclarations }) => functionDeclarations !== undefined)
  const settled: GeminiConfig = origins.recordWhole(
    { ...kept, ...(functions.length > 0 && { tools: functions }) },
    'c:request',
  )
  for (const key of Object.keys(settled))
    origins.copyKeyOrigin(settled, key, origins.originsIn(config).key(key))
  request.config = settled
  const why = 'the model does not accept them together with calls in the history'
  note({ kind: toolsLeftOut, say: () => settingDropped('tools', why, 'd:tools'), at: 'd:tools' })
}
