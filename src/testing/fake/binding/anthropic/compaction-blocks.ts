import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../../shape.ts'
import { digestOf, stableJSON } from '../canonical.ts'
import type { BindingSettings } from '../options.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { decodeSeal, type FakeSeal } from '../seal.ts'

/** Beta header of compaction on demand, for the request and for each later request with the block. */
export const onDemandBeta = 'compact-2026-09-04'

/** Compaction block of a request. A block that a token threshold caused has no signature. */
export interface PlacedCompaction {
  readonly block: Fields
  readonly path: string
  readonly isSigned: boolean
  /** Whether the block is the first of all blocks, and not in a system message. */
  readonly isFirst: boolean
}

/** Whether a block is a compaction, that is a summary of earlier messages. */
export const isCompaction = (block: unknown): boolean => fieldsOf(block).type === 'compaction'

/** Whether a block is a compaction that was made on demand. */
export const isSignedCompaction = (block: unknown): boolean =>
  isCompaction(block) && !isAbsentOrNull(fieldsOf(block).signature)

/** Returns all compaction blocks of a request, in their order. */
export const compactionsOf = (request: Fields): readonly PlacedCompaction[] => {
  let isFirst = true
  return listOfShape(request.messages).flatMap((message, i) => {
    const { role, content } = fieldsOf(message)
    const blocks = typeof content === 'string' && content !== '' ? [content] : listOfShape(content)
    return blocks.flatMap((block, j) => {
      const found = {
        block: fieldsOf(block),
        path: `messages.${i}.content.${j}`,
        isSigned: isSignedCompaction(block),
        isFirst: isFirst && role !== 'system',
      }
      isFirst = false
      return isCompaction(block) ? [found] : []
    })
  })
}

/** Returns digests of what a compaction's signature records: its text, its sealed metadata and its tool changes. */
export const digestCompaction = ({ content, encrypted_content, tool_changes }: Fields): string =>
  [content, encrypted_content, tool_changes].map(value => digestOf(stableJSON(value ?? null, true))).join(' ')

/** Fields of a block as the API returns it, and the cache mark that a request may add. */
const known = ['type', 'content', 'signature', 'encrypted_content', 'tool_changes', 'cache_control']

/** Returns the error of a compaction block that is misplaced, altered, or sent without its header. */
export const compactionBlockError = (request: Fields, settings: BindingSettings): Refusal | null => {
  const { applies, betas } = settings
  const blocks = compactionsOf(request)
  const signed = blocks.filter(({ isSigned }) => isSigned)
  for (const { block, path, isFirst } of signed) {
    if (applies('block-header') && !betas.includes(onDemandBeta))
      return badRequest(`${path}: \`compaction\` is not an expected block type`)
    const extra = Object.keys(block).find(key => !known.includes(key))
    if (applies('block-fields') && extra !== undefined)
      return badRequest(`${path}.compaction.${extra}: Extra inputs are not permitted`)
    if (applies('block-single') && blocks.filter(other => !isAbsentOrNull(other.block.content)).length > 1)
      return blockError(path, 'compaction_block_ambiguous')
    if (applies('block-place') && !isFirst) return blockError(path, 'compaction_block_misplaced')
    const code = alterationOf(block, settings)
    if (code !== null) return blockError(path, code)
  }
  return null
}

/** Returns the code of the error that the vendor has for a change of a block; null for a block as returned. */
const alterationOf = (block: Fields, { applies, key }: BindingSettings): string | null => {
  const seal: FakeSeal | null = decodeSeal(block.signature, 'compaction', key)
  if (seal === null) return applies('block-signature') ? 'compaction_signature_invalid' : null
  const [content, sealed, tools] = digestCompaction(block).split(' ')
  const [madeContent, madeSealed, madeTools] = textOfShape(seal.content).split(' ')
  if (applies('block-content') && content !== madeContent) return 'compaction_content_mismatch'
  if (applies('block-sealed') && sealed !== madeSealed) return 'compaction_signature_invalid'
  if (applies('block-tools') && tools !== madeTools) return 'compaction_tool_changes_mismatch'
  return null
}

const blockError = (path: string, code: string): Refusal => badRequest(`${path}: ${code}`, code)
