import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { type Barred, untrustedDropped } from '../diag/untrusted.ts'
import { type Event, roleOfAuthor } from '../ir/event.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Session } from '../session/session.ts'
import { isUnrequestedAnswer, type Recorded, type RecordedPart, recordPart, startRecord } from './recorded.ts'
import { namesStoredFile } from './stored-file.ts'

/** Agent and events without the data that a client must not send. Events keep their numbers. */
export interface Cleaned {
  readonly agent: Agent
  readonly events: readonly Event[]
  readonly diagnostics: readonly Diagnostic[]
}

type Drop = (kind: Barred) => void

/**
 * Returns an event without content, which keeps the place of a dropped event. Empty `actions` distinguish it from an
 * empty message.
 */
const emptyEvent = ({ seq }: Event): Event => ({
  seq,
  author: 'user',
  branch: '',
  response: '',
  parts: [],
  actions: {},
})

/** Drops data that only a server may provide from an agent and a session, and reports each kind of dropped data. */
export function dropUntrusted(agent: Agent, session: Session): Cleaned {
  const dropped = new Map<Barred, string[]>()
  const dropAt =
    (at: string): Drop =>
    kind => {
      const places = dropped.get(kind)
      if (places === undefined) dropped.set(kind, [at])
      else if (places.at(-1) !== at) places.push(at)
    }
  const recorded = startRecord(session)
  const own = cleanAgent(agent, dropAt)
  if (Object.keys(session.stateAt(0)).length > 0) dropAt('d:state')('action')
  const events = Array.from({ length: session.length }, (_, seq) =>
    cleanEvent(session.event(seq), recorded, dropAt),
  )
  return { agent: own, events, diagnostics: untrustedDropped(dropped) }
}

/**
 * Returns an agent with only its name and identity. A client must not set the other fields; only the developer or a
 * provider may.
 */
function cleanAgent(agent: Agent, dropAt: (at: string) => Drop): Agent {
  for (const [field, value] of Object.entries(agent))
    if (!kept.has(field) && value) dropAt(`d:${field}`)(barredFields[field] ?? 'declared')
  return { name: agent.name, ...(agent.identity !== undefined && { identity: agent.identity }) }
}

const kept: ReadonlySet<string> = new Set(['name', 'identity'])

const barredFields: Readonly<Record<string, Barred>> = {
  staticInstruction: 'system',
  instruction: 'system',
  globalInstruction: 'system',
  extra: 'item',
}

function cleanEvent(event: Event, recorded: Recorded, dropAt: (at: string) => Drop): Event {
  const drop = dropAt(`e:${event.seq}`)
  const { actions, extra, tier, ...rest } = event
  if (roleOfAuthor(event.author) === 'developer') {
    drop('system')
    return emptyEvent(event)
  }
  if (actions && Object.keys(actions).length > 0) drop('action')
  if (actions?.compaction) return emptyEvent(event)
  if (extra) drop('item')
  if (tier) drop('action')
  const parts = event.parts.flatMap((part, index): Part[] => {
    const at = `e:${event.seq}.${index}`
    const kept = cleanPart({ part, at, author: event.author }, recorded, dropAt(at))
    return kept === null ? [] : [kept]
  })
  if (parts.length === 0 && event.parts.length > 0) return emptyEvent(event)
  return { ...rest, parts }
}

function cleanPart(placed: RecordedPart, recorded: Recorded, drop: Drop): Part | null {
  const { part } = placed
  if (isUnrequestedAnswer(placed, recorded)) {
    drop('answer')
    return null
  }
  if (recordPart(placed, recorded)) return keepClientFields(part as OpaquePart, drop)
  const kind = barredPartKind(part)
  if (kind !== null) {
    drop(kind)
    return null
  }
  return dropProviderFields(part, recorded, drop)
}

/** Returns the kind of a part that must be dropped completely; null if some of the part may stay. */
function barredPartKind(part: Part): Barred | null {
  if (part.kind === 'file') return namesStoredFile(part.source) ? 'file' : null
  if (part.kind !== 'opaque') return null
  return part.type.includes('compaction') ? 'action' : 'item'
}

/** Fields of a call, approval request or response that a client may write. Other fields come from a provider. */
const saidOfLeave: ReadonlySet<string> = new Set(
  'type toolCallId toolName input args approvalId approved reason signature'.split(' '),
)

/** Returns a call, approval request or approval response with only the fields that a client may write. */
function keepClientFields(part: OpaquePart, drop: Drop): OpaquePart {
  const fields = Object.entries(part.payload)
  const said = fields.filter(([field]) => saidOfLeave.has(field))
  if (said.length === fields.length) return part
  drop('item')
  return { ...part, payload: Object.fromEntries(said) }
}

/** Returns a part without its signature and without fields that only a provider may write. */
function dropProviderFields(part: Part, recorded: Recorded, drop: Drop): Part {
  const { seal, extra, native, tag, ...rest } = part as Part & {
    readonly [Field in 'seal' | 'extra' | 'native' | 'tag']?: unknown
  }
  if (seal) drop('signature')
  if (extra || tag) drop('item')
  if (native) drop(part.kind === 'reasoning' ? 'signature' : 'item')
  const kept = rest as Part
  if (kept.kind !== 'tool-result') return kept
  const content = kept.content.flatMap(
    inner => cleanPart({ part: inner, at: '', author: 'tool' }, recorded, drop) ?? [],
  )
  return { ...kept, content: content as readonly ResultContent[] }
}
