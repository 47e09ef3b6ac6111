import { replyResponses } from '../../openai/responses.ts'
import { type Fields, fieldsOf, listOfShape, textOfShape } from '../../shape.ts'
import { type BindingAnswer, signatureOf } from '../answer.ts'
import { digestOf } from '../canonical.ts'
import type { BindingSettings } from '../options.ts'
import type { Prefix } from '../prefix.ts'
import { estimateTokens, type Refusal } from '../refusal.ts'
import { addItemToPrefix, judgeGpt, modelOf } from './judge.ts'
import { gptBinding } from './models.ts'

/** Answers a request as the Responses API does, with signed (encrypted) reasoning. */
export const answerGpt = (
  request: Fields,
  script: readonly Fields[] | null,
  settings: BindingSettings,
): BindingAnswer => {
  const { dead, refusal, prefix } = judgeGpt(request, settings)
  if (refusal !== null) return refusedGptAnswer(refusal)
  const model = modelOf(request, settings)
  const isCompacting = fieldsOf(listOfShape(request.input).at(-1)).type === 'compaction_trigger'

  const answered = script ?? (isCompacting ? [compaction] : thoughtful)
  const isDue =
    settings.applies('threshold') && !isCompacting && isPastThreshold(request) && !answered.some(isCompaction)
  const output: Fields[] = []
  for (const [at, item] of (isDue ? [compaction, ...answered] : answered).entries()) {
    const before = output.at(-1)
    const required = before?.type === 'reasoning' && request.store !== false ? textOfShape(before.id) : ''
    const made = makeItem(item, at, prefix, { model, settings, required })
    addItemToPrefix(prefix, made, `output.${at}`, settings)
    output.push(made)
  }
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

/** Model and settings that sign an item. */
interface Maker {
  readonly model: string
  readonly settings: BindingSettings
  /** Digest of the messages before the compaction item of `/responses/compact`. */
  readonly window?: string
  /** Id of the stored reasoning item that the item must not be sent without. */
  readonly required?: string
}

/** Returns an item of an answer with its id, and sealed if it is a reasoning or compaction item. */
export const makeItem = (
  item: Fields,
  at: number,
  prefix: Prefix,
  { model, settings, window = '', required = '' }: Maker,
): Fields => {
  const kind = isCompaction(item) ? 'compaction' : 'reasoning'
  const bound = gptBinding(model).binds
  const sealed = signatureOf({ kind, model, bound, content: '', role: '', window }, prefix, settings)
  const own = item.type === 'reasoning' ? '' : required.replace('rs_', '')
  const id = `${ids[String(item.type)] ?? 'item'}_${own}${digestOf(`${sealed} ${at}`)}`
  return { id, ...item, ...(item.type === kind && { encrypted_content: sealed }) }
}

const compaction: Fields = { type: 'compaction' }

const isCompaction = ({ type }: Fields): boolean => type === 'compaction'

/** Whether the items from the newest compaction on are longer than the threshold that a request names. */
const isPastThreshold = ({ context_management: management, input }: Fields): boolean => {
  const { compact_threshold: limit } =
    listOfShape(management)
      .map(fieldsOf)
      .find(({ type }) => type === 'compaction') ?? {}
  const items = listOfShape(input).map(fieldsOf)
  const read = items.slice(Math.max(0, items.findLastIndex(isCompaction)))
  return typeof limit === 'number' && estimateTokens(typeof input === 'string' ? input : read) >= limit
}

/** Returns an error answer in the API's form. */
export const refusedGptAnswer = ({ status, message, code }: Refusal): BindingAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, param: null, code } },
})
