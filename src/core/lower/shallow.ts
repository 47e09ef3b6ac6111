import type { Event } from '../ir/event.ts'
import type { Extra, Native } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { isTooDeep } from '../text/depth.ts'
import { plainJson } from '../text/plain-json.ts'

/**
 * Returns a part that JSON can represent. A value that is nested too deeply becomes a short text. Any other field that
 * JSON cannot represent is dropped.
 */
export function fitPart<Given extends Part>(part: Given): Given | Part {
  if (part.kind === 'opaque') {
    const payload = fitObject(part.payload)
    if (payload === null) return { kind: 'text', text: `[${part.type}: ${whyUnfit(part.payload)}]` }
    return payload === part.payload ? fitPartFields(part) : fitPartFields({ ...part, payload })
  }
  if (part.kind === 'data') {
    if (isTooDeep(part.value)) return { kind: 'text', text: '[data: nested too deeply]' }
    const value = plainJson(part.value) as JsonValue
    return value === part.value ? part : { ...part, value }
  }
  return fitPartFields(part)
}

/**
 * Returns a part whose arguments, provider form and extra fields can be written as JSON. If they already can, returns
 * the part itself.
 */
export function fitPartFields<Given extends Part>(part: Given): Given {
  const { native, extra } = part as { readonly native?: Native; readonly extra?: Extra }
  const given = part.kind === 'tool-call' ? part.arguments : null
  const said = isTooDeep(given) ? given : (plainJson(given) as JsonValue)
  const payload = native && fitObject(native.payload)
  const left = shallowExtra(extra)
  if (said === given && payload === native?.payload && left === extra) return part
  const { native: _native, extra: _extra, ...rest } = part as Given & { native?: Native; extra?: Extra }
  return {
    ...rest,
    ...(part.kind === 'tool-call' && { arguments: said }),
    ...(native && payload && { native: { ...native, payload } }),
    ...(left && { extra: left }),
  } as unknown as Given
}

/** Returns the wire fields of an event's message. The caller adds them to each item made from the event. */
export function eventEnvelope(event: Event): { readonly envelope?: Extra } {
  const envelope = shallowExtra(event.extra)
  return envelope ? { envelope } : {}
}

/** Returns an object as plain JSON; null if JSON cannot represent it. */
function fitObject(given: JsonObject): JsonObject | null {
  const value = isTooDeep(given) ? null : plainJson(given)
  return isObject(value) ? (value as JsonObject) : null
}

const whyUnfit = (value: unknown): string => (isTooDeep(value) ? 'nested too deeply' : 'no JSON')

/** Returns extra fields without those that JSON cannot represent; importers drop the same fields. */
function shallowExtra(extra: Extra | undefined): Extra | undefined {
  if (extra === undefined) return extra
  const fields = fitObject(extra.fields)
  if (fields !== null) return fields === extra.fields ? extra : { ...extra, fields }
  const fit = Object.entries(extra.fields).filter(([, value]) => !isTooDeep(value))
  return { ...extra, fields: plainJson(Object.fromEntries(fit)) as JsonObject }
}
