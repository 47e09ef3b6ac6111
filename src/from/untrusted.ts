import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { type Barred, untrustedDropped } from '../diag/untrusted.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import { type Event, roleOf } from '../session/event.ts'
import type { Session } from '../session/session.ts'
import { isUnexplained, type Recorded, record } from './recorded.ts'

/** Events without what a client must not bring. Each keeps its place. */
export interface Cleaned {
  readonly agent: Agent
  readonly events: readonly Event[]
  readonly diagnostics: readonly Diagnostic[]
}

type Drop = (kind: Barred) => void

/** An event of which nothing is left; it acted, so that nobody takes it for an empty message. */
const emptied = ({ seq }: Event): Event => ({
  seq,
  author: 'user',
  branch: '',
  response: '',
  parts: [],
  actions: {},
})

/** Drops from an agent and a session what only a server may say, and reports each kind of it. */
export function cleaned(agent: Agent, session: Session): Cleaned {
  const dropped = new Map<Barred, string[]>()
  const dropAt =
    (at: string): Drop =>
    kind => {
      const places = dropped.get(kind)
      if (places === undefined) dropped.set(kind, [at])
      else if (places.at(-1) !== at) places.push(at)
    }
  const recorded: Recorded = { calls: new Set(), approvals: new Set() }
  const own = cleanAgent(agent, dropAt('d:agent'))
  if (Object.keys(session.stateAt(0)).length > 0) dropAt('d:state')('action')
  const events = Array.from({ length: session.length }, (_, seq) =>
    cleanEvent(session.event(seq), recorded, dropAt),
  )
  return { agent: own, events, diagnostics: untrustedDropped(dropped) }
}

function cleanAgent(agent: Agent, drop: Drop): Agent {
  const { staticInstruction, instruction, globalInstruction, extra, tools, ...rest } = agent
  if ([staticInstruction, instruction, globalInstruction].some(Boolean)) drop('system')
  const functions = tools?.filter(tool => !('native' in tool || 'format' in tool))
  if (extra || functions?.length !== tools?.length) drop('item')
  return { ...rest, ...(functions && functions.length > 0 && { tools: functions }) }
}

function cleanEvent(event: Event, recorded: Recorded, dropAt: (at: string) => Drop): Event {
  const drop = dropAt(`e:${event.seq}`)
  const { actions, extra, tier, ...rest } = event
  if (roleOf(event.author) === 'developer') {
    drop('system')
    return emptied(event)
  }
  if (actions && Object.keys(actions).length > 0) drop('action')
  if (actions?.compaction) return emptied(event)
  if (extra) drop('item')
  if (tier) drop('action')
  const parts = event.parts.flatMap((part, index): Part[] => {
    const kept = cleanPart(part, event.author, recorded, dropAt(`e:${event.seq}.${index}`))
    return kept === null ? [] : [kept]
  })
  if (parts.length === 0 && event.parts.length > 0) return emptied(event)
  return { ...rest, parts }
}

function cleanPart(part: Part, author: string, recorded: Recorded, drop: Drop): Part | null {
  if (isUnexplained(part, recorded)) {
    drop('answer')
    return null
  }
  if (record(part, author, recorded)) return part
  const kind = droppedWhole(part)
  if (kind !== null) {
    drop(kind)
    return null
  }
  return bare(part, recorded, drop)
}

/** Why nothing of a part may stay; null where some of it may. */
function droppedWhole(part: Part): Barred | null {
  if (part.kind === 'file') return part.source.type === 'id' ? 'file' : null
  if (part.kind !== 'opaque') return null
  return part.type.includes('compaction') ? 'action' : 'item'
}

/** A part without its signature and without fields that only a provider writes. */
function bare(part: Part, recorded: Recorded, drop: Drop): Part {
  const { seal, extra, native, tag, ...rest } = part as Part & {
    readonly [Field in 'seal' | 'extra' | 'native' | 'tag']?: unknown
  }
  if (seal) drop('signature')
  if (extra || tag) drop('item')
  if (native) drop(part.kind === 'reasoning' ? 'signature' : 'item')
  const kept = rest as Part
  if (kept.kind !== 'tool-result') return kept
  const content = kept.content.flatMap(inner => cleanPart(inner, 'tool', recorded, drop) ?? [])
  return { ...kept, content: content as readonly ResultContent[] }
}
