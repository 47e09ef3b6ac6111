import { type Fields, listOfShape, textOfShape } from '../../shape.ts'
import {
  type BindingJudgement,
  type DeadReasoning,
  type Found,
  type Readability,
  reasonForIgnoring,
} from '../judgement.ts'
import { type BindingModel, readsThoughtsOf } from '../models.ts'
import type { BindingSettings } from '../options.ts'
import type { Prefix } from '../prefix.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { compactionBlockError } from './compaction-blocks.ts'
import { compactionRequestError } from './compaction-request.ts'
import { type ClaudeBinding, claudeBinding } from './models.ts'
import { createConversationReader, type Walk } from './read.ts'

/** Returns the model that a request names, or the default model of the settings. */
export const modelOf = (request: Fields, { model }: BindingSettings): string =>
  textOfShape(request.model) || model

/** Returns the checks of a thinking block's signature, for the model and account of a request. */
const thinkingChecks = (request: Fields, settings: BindingSettings): Readability => {
  const { applies, account, linked } = settings
  const reader = claudeBinding(modelOf(request, settings))
  return {
    isBound: seal => !applies('models') || (seal.bound && reader.binds),
    isForeignAccount: seal =>
      applies('account') &&
      seal.account !== account &&
      !(applies('linked') && linked.includes(seal.account)) &&
      claudeBinding(seal.model).isTied,
    isForeignUser: () => false,
    isReadable: seal => !applies('readers') || canReadThinkingOf(reader, claudeBinding(seal.model), settings),
    isAltered: (found, seal) => applies('own-content') && found.content !== seal.content,
  }
}

const canReadThinkingOf = (
  reader: ClaudeBinding,
  maker: BindingModel,
  { platform }: BindingSettings,
): boolean => readsThoughtsOf(reader, maker) || (reader.readsOn[platform] ?? []).includes(maker.id)

/** Verdict on the thinking of a request, and the reader (walk) that has read all messages of the request. */
export interface Judged extends BindingJudgement {
  readonly refusal: Refusal | null
  readonly walk: Walk
}

/** Judges the thinking blocks of a request. `made` signs the blocks of the answer that is generated next. */
export const judgeClaude = (
  request: Fields,
  settings: BindingSettings,
  made: (block: Fields, prefix: Prefix) => Fields = block => block,
): Judged => {
  const asks = thinkingChecks(request, settings)
  const dead: DeadReasoning[] = []
  let alive = 0
  let isBroken = false

  const judgeThinkingBlock = (found: Found, prefix: Prefix): void => {
    const fault =
      reasonForIgnoring(found, prefix, asks) ?? (isBroken && settings.applies('later') ? later : null)
    if (fault === null) alive += 1
    else dead.push({ path: found.path, id: '', ...fault })
    if (fault?.reason === 'prefix_mismatch') isBroken = true
  }

  const walk = createConversationReader(request, settings, { thinking: judgeThinkingBlock, made })
  listOfShape(request.messages).forEach((message, i) => {
    walk.message(message, i)
  })
  const forged = dead.find(({ reason }) => reason === 'invalid_signature')
  const refusal =
    compactionRequestError(request, settings) ??
    (forged === undefined
      ? compactionBlockError(request, settings)
      : badRequest(`${forged.path}: Invalid \`signature\` in \`thinking\` block`))
  return { alive, dead, refused: refusal?.message ?? null, refusal, walk }
}

const later = { reason: 'prefix_mismatch', change: 'a block before it fails' } as const
