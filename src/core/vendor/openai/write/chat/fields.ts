import type { Extra } from '../../../../ir/extra.ts'
import type { JsonObject, JsonValue } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Origin } from '../../../../ir/origin.ts'
import { fieldsLoss } from '../../../../target/left-behind.ts'
import type { Setting } from '../../../../target/target.ts'
import type { Writer } from '../../../../target/writer.ts'
import { dialectFields, isSignatureField } from '../../read/dialects.ts'
import { speaksDialect } from './dialect.ts'

const format = 'openai-chat'

/** Imported message fields that OpenAI's own API accepts. */
const openaiFields: ReadonlySet<string> = new Set(['name', 'prompt_cache_breakpoint'])

/** Fields that the target writes itself, so that an imported field never replaces one. */
export const ownFields: ReadonlySet<string> = new Set(
  'role content tool_calls tool_call_id function_call audio refusal type text id'.split(' '),
)

/** Whether a dropped field is not reported, because the target writes the field itself or the value is empty. */
const isDroppedSilently = (key: string, value: JsonValue | undefined): boolean =>
  ownFields.has(key) ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

/**
 * Copies imported fields to an object: all fields for another vendor's dialect, otherwise only the fields that OpenAI
 * accepts. Dropped fields are reported. `verbatim`: the object is a model's own message, so its dialect fields are sent
 * back unchanged.
 */
export function writeFields(
  writer: Writer,
  container: object,
  extra: Extra | undefined,
  origin: Origin,
  verbatim = false,
): void {
  const isOther = speaksDialect(writer.setting as Setting<OpenAIRules>)
  if (extra?.format !== format)
    return isOther ? writer.copyExtraFields(container, extra, format, origin) : undefined
  if (!isOther) {
    const known = Object.entries(extra.fields).filter(([key]) => openaiFields.has(key))
    writer.copyExtraFields(container, { format, fields: Object.fromEntries(known) }, format, origin)
    const lost = Object.entries(extra.fields).filter(
      ([key, value]) =>
        !openaiFields.has(key) && !isDroppedSilently(key, value) && !isHandledElsewhere(key, value),
    )
    if (lost.length > 0) {
      writer.note(
        fieldsLoss(
          lost.map(([key]) => key),
          origin,
        ),
      )
      writer.edit('fields-omitted')
    }
    return
  }
  const write = verbatim ? writeOwnField : writeField
  for (const [key, value] of Object.entries(extra.fields))
    if (
      value !== undefined &&
      !ownFields.has(key) &&
      !(key in container) &&
      (key !== 'name' || typeof value === 'string')
    )
      write(writer, container, key, value, origin)
}

/** Whether other code of the target writes or reports a field. */
const isHandledElsewhere = (key: string, value: JsonValue | undefined): boolean =>
  isSignatureField(key, value) || key === 'detail'

/** Writes one imported field, with its tokens and its origin. A cache mark has no tokens. */
function writeField(writer: Writer, container: object, key: string, value: JsonValue, origin: Origin): void {
  if (key === 'cache_control') writer.putUncounted(container, key, value, origin)
  else writer.putJson(container, key, value, origin)
}

/** Writes one field of a model's own message. A dialect field is sent back unchanged. */
export function writeOwnField(
  writer: Writer,
  container: object,
  key: string,
  value: JsonValue,
  origin: Origin,
): void {
  if (key === 'cache_control' || !dialectFields.has(key)) writeField(writer, container, key, value, origin)
  else if (typeof value === 'string') writer.putArgumentsText(container, key, value, origin)
  else if (typeof value === 'object' && value !== null)
    (container as Record<string, unknown>)[key] = writer.copyAnswerItem(value as JsonObject, origin)
  else (container as Record<string, unknown>)[key] = value
}
