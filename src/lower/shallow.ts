import type { Extra, Native } from '../ir/extra.ts'
import type { Part } from '../ir/part.ts'
import type { Event } from '../session/event.ts'
import { isTooDeep } from '../text/depth.ts'

/** A part whose values are not nested beyond any stack: such a one is only named, or goes without what is beside it. */
export function shallow<Given extends Part>(part: Given): Given | Part {
  if (part.kind === 'opaque' && isTooDeep(part.payload))
    return { kind: 'text', text: `[${part.type}: nested too deeply]` }
  if (part.kind === 'data' && isTooDeep(part.value))
    return { kind: 'text', text: '[data: nested too deeply]' }
  return shallowBeside(part)
}

/** The very part, without those of the fields that came in with it that are nested too deeply. */
export function shallowBeside<Given extends Part>(part: Given): Given {
  const { native, extra } = part as { readonly native?: Native; readonly extra?: Extra }
  const left = shallowExtra(extra)
  const whole = native === undefined || !isTooDeep(native.payload)
  if (whole && left === extra) return part
  const { native: _native, extra: _extra, ...rest } = part as Given & { native?: Native; extra?: Extra }
  return { ...rest, ...(whole && native && { native }), ...(left && { extra: left }) } as unknown as Given
}

/** What came in with an event, for each of its parts. */
export function envelopeOf(event: Event): { readonly envelope?: Extra } {
  const envelope = shallowExtra(event.extra)
  return envelope ? { envelope } : {}
}

/** Fields without those that are nested too deeply, as an importer leaves them out. */
function shallowExtra(extra: Extra | undefined): Extra | undefined {
  if (extra === undefined || !isTooDeep(extra.fields)) return extra
  const fields = Object.entries(extra.fields).filter(([, value]) => !isTooDeep(value))
  return { ...extra, fields: Object.fromEntries(fields) }
}
