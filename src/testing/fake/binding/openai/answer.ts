import { replyResponses } from '../../openai/responses.ts'
import { type Fields, listOfShape } from '../../shape.ts'
import { type BindingAnswer, signatureOf } from '../answer.ts'
import { digestOf } from '../canonical.ts'
import type { BindingSettings } from '../options.ts'
import { addItemToPrefix, judgeGpt, modelOf } from './judge.ts'
import { gptBinding } from './models.ts'

/** Answers a request as the Responses API does, with signed (encrypted) reasoning. */
export const answerGpt = (
  request: Fields,
  script: readonly Fields[] | null,
  settings: BindingSettings,
): BindingAnswer => {
  const { dead, refused, prefix } = judgeGpt(request, settings)
  if (refused !== null) return refusedGptAnswer(refused)
  const model = modelOf(request, settings)
  const isCompacting = listOfShape(request.input).some(
    item => (item as Fields | null)?.type === 'compaction_trigger',
  )

  const made = (item: Fields, at: number): Fields => {
    const kind = item.type === 'compaction' ? 'compaction' : 'reasoning'
    const isSealed = item.type === kind
    const bound = gptBinding(model).binds
    const sealedContent = signatureOf({ kind, model, bound, content: '', role: '' }, prefix, settings)
    const id = `${ids[String(item.type)] ?? 'item'}_${digestOf(`${sealedContent} ${at}`)}`
    const result = { id, ...item, ...(isSealed && { encrypted_content: sealedContent }) }
    addItemToPrefix(prefix, result, `output.${at}`, settings)
    return result
  }

  const output = (script ?? (isCompacting ? [{ type: 'compaction' }] : thoughtful)).map(made)
  const removed = dead.map(({ id, reason }) => ({ id, type: 'reasoning', action: 'removed', reason }))
  const body = {
    ...replyResponses({ ...request, model }),
    id: `resp_${prefix.origin().chain}`,
    output,
    ...(removed.length > 0 && { input_transformations: removed }),
  }
  return { status: 200, body }
}

/** Prefixes of item ids, by item type. */
const ids: Readonly<Record<string, string>> = {
  reasoning: 'rs',
  message: 'msg',
  function_call: 'fc',
  compaction: 'cmp',
}

const thoughtful: readonly Fields[] = [
  { type: 'reasoning', summary: [] },
  {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
  },
]

const refusedGptAnswer = (message: string): BindingAnswer => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      message,
      param: null,
      code: message.startsWith('previous') ? message : 'invalid_encrypted_content',
    },
  },
})
