import { blankText } from '../../../diag/history.ts'
import type { Placed } from '../../../ir/block.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import { fieldsLoss } from '../../../target/left-behind.ts'
import type { Writer } from '../../../target/writer.ts'
import { isSignature } from '../../gemini/write/wire.ts'
import { optionsUnder } from '../rows/options.ts'
import { type AISDKRules, readsThought } from './models.ts'
import type { TextPart } from './request.ts'

const format = 'ai-sdk'

/** Writes a text as a part; null for an empty text, which a converter drops, or a blank text that the API refuses. */
export function textPart(writer: Writer, rules: AISDKRules, placed: Placed, text: string): TextPart | null {
  if (text === '') return null
  if (rules.refusesBlank && text.trim() === '') {
    writer.edit('repaired')
    writer.note({ kind: 'CX3009', say: blankText, at: placed.origin })
    return null
  }
  const part = writer.recordOrigin({ type: 'text', text: '' } as TextPart, placed.origin)
  writer.partText(part, 'text', placed, text)
  if (placed.part.kind === 'text') copySDKFields(writer, part, placed.part.extra)
  const unsent = unsentCompactionFields(part, rules)
  if (unsent.length > 0) {
    // Without these fields the block differs from the server's block, so that later thinking becomes invalid.
    writer.edit('reduced')
    writer.note(fieldsLoss(unsent, placed.origin))
  }
  return part
}

/**
 * Returns the fields of a compaction that Claude's package does not send back. Source: `convertToAnthropicPrompt` of
 * @ai-sdk/anthropic 4.0.105, which reads the text and the signature.
 */
function unsentCompactionFields(part: TextPart, { vendor }: AISDKRules): readonly string[] {
  const { type, ...options } = optionsUnder(part, ['anthropic']) ?? {}
  if (vendor !== 'anthropic' || type !== 'compaction') return []
  const unread = ['encryptedContent', 'encrypted_content', 'toolChanges', 'tool_changes']
  return unread.filter(key => options[key] !== undefined && options[key] !== null)
}

/** Copies a part's imported fields, except a signature that is invalid or that another model made. */
export function copySDKFields(writer: Writer, container: object, extra: Extra | undefined): void {
  const madeBy = extra?.fields.madeBy
  const foreign = typeof madeBy === 'string' && !readsThought(writer.setting.model, madeBy)
  writer.copyExtraFields(
    container,
    extra && (foreign || hasBadSignature(extra.fields)) ? dropBadSignature(extra) : extra,
    format,
  )
}

/** Whether a part's provider options contain a signature that is not base64, which the API refuses. */
export const hasBadSignature = ({ providerOptions }: JsonObject): boolean =>
  isObject(providerOptions) &&
  Object.values(providerOptions).some(options => {
    const { thoughtSignature = undefined } = isObject(options) ? options : {}
    return thoughtSignature !== undefined && !isSignature(thoughtSignature)
  })

function dropBadSignature({ format: from, fields }: Extra): Extra {
  const { providerOptions: given, ...beside } = fields
  const kept = Object.entries(isObject(given) ? given : {}).flatMap(([name, options]) => {
    const { thoughtSignature, ...rest } = isObject(options) ? options : {}
    return thoughtSignature === undefined || Object.keys(rest).length > 0 ? [[name, rest]] : []
  })
  return {
    format: from,
    fields: { ...beside, ...(kept.length > 0 && { providerOptions: Object.fromEntries(kept) }) },
  }
}
