import { markFields } from '../../cache/marks.ts'
import { isObject } from '../../ir/json.ts'
import type { Binding } from '../../ir/model.ts'
import { contentJson } from '../../session/content-json.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { digest } from '../../text/digest.ts'

/** Digest of a session's first events. */
interface Checked {
  readonly events: number
  readonly digest: string
}

/** Latest digests of sessions, by the units of each session, to which only new events have to be added. */
type Known = WeakMap<object, readonly Checked[]>

/** Digests with the addresses of files, and without them. */
const known: { readonly whole: Known; readonly bare: Known } = { whole: new WeakMap(), bare: new WeakMap() }

/** Returns content without the addresses of its images and files. */
const withoutAddresses = (content: readonly unknown[]): readonly unknown[] =>
  content.map(part => {
    if (!isObject(part)) return part
    const { source, content: inner } = part
    if (Array.isArray(inner)) return { ...part, content: withoutAddresses(inner) }
    return isObject(source) && source.type === 'url' ? { ...part, source: null } : part
  })

/**
 * Returns a digest of what the first events of a session say, without cache marks, ids of items, and the names of the
 * models that made them. The caller of an imported conversation may have changed it since an earlier compile. Addresses
 * of files count only if the model binds reasoning to them.
 */
export function contentDigest(session: SessionView, events: number, { prefix }: Binding): string {
  const { rows } = session.units
  const isWhole = prefix.includes('address')
  const digests = isWhole ? known.whole : known.bare
  const before = digests.get(rows) ?? []
  const last = before.findLast(each => each.events <= events)
  let found = last?.digest ?? ''
  for (let seq = last?.events ?? 0; seq < events; seq++) {
    const { parts } = session.event(seq)
    const said = contentJson(isWhole ? parts : withoutAddresses(parts), [], [], markFields) ?? ''
    found = digest(`${found}${said}`).slice(0, 16)
  }
  if (last?.events !== events) digests.set(rows, [...before.slice(-1), { events, digest: found }])
  return found
}
