import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../../shape.ts'
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
import { decodeSeal } from '../seal.ts'
import { type ClaudeBinding, claudeBinding } from './models.ts'
import { createConversationReader, digestOfSignedContent, isCompaction, type Walk } from './read.ts'

/** Returns the model that a request names, or the default model of the settings. */
export const modelOf = (request: Fields, { model }: BindingSettings): string =>
  textOfShape(request.model) || model

/** Returns the checks of a thinking block's signature, for the model and account of a request. */
const thinkingChecks = (request: Fields, settings: BindingSettings): Readability => {
  const { applies, account } = settings
  const reader = claudeBinding(modelOf(request, settings))
  return {
    isBound: seal => !applies('models') || (seal.bound && reader.binds),
    isForeignAccount: seal =>
      applies('account') && seal.account !== account && claudeBinding(seal.model).isTied,
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
  const refused =
    forged === undefined
      ? compactionBlockError(request, settings)
      : `${forged.path}: Invalid \`signature\` in \`thinking\` block`
  return { alive, dead, refused, walk }
}

const later = { reason: 'prefix_mismatch', change: 'a block before it fails' } as const

/**
 * Returns the error of a compaction block that is misplaced, altered, or sent without its header; null if there is
 * none.
 */
const compactionBlockError = (request: Fields, { applies, betas, key }: BindingSettings): string | null => {
  const blocks = listOfShape(request.messages).flatMap((message, i) => {
    const { content } = fieldsOf(message)
    const whole = typeof content === 'string' ? [content] : listOfShape(content)
    return whole.map((block, j) => ({ block: fieldsOf(block), path: `messages.${i}.content.${j}` }))
  })
  const signed = blocks.filter(({ block }) => isCompaction(block) && !isAbsentOrNull(block.signature))
  for (const { block, path } of signed) {
    if (applies('block-header') && !betas.includes('compact-2026-09-04'))
      return `${path}: \`compaction\` is not an expected block type`
    if (applies('block-place') && (signed.length > 1 || blocks[0]?.path !== path))
      return `${path}: compaction_block_misplaced`
    const seal = decodeSeal(block.signature, 'compaction', key)
    if (seal === null) return `${path}: compaction_signature_invalid`
    if (applies('block-content') && seal.content !== digestOfSignedContent(block))
      return `${path}: compaction_content_mismatch`
  }
  return null
}
