import { isNative, type Tool } from '../../agent/agent.ts'
import type { ResolvedAgent } from '../../agent/resolved.ts'
import { expandToolNames } from '../../agent/tool-facts.ts'
import type { DeclarationName } from '../../ir/declared.ts'
import { type Event, type EventInput, roleOfAuthor } from '../../ir/event.ts'
import type { Appendable, ModelFacts } from '../../ir/model.ts'
import { type DeclaredLog, shownEntries } from '../../session/unit/declared-log.ts'
import type { Sight } from '../../session/unit/sight.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { isRelated } from '../../session/view/branch.ts'
import type { Announcement, BackEnd, Target } from '../../target/target.ts'
import { toJson } from '../../text/json.ts'
import type { Resolved } from '../resolve/resolve.ts'
import { changedText } from './changed-text.ts'
import {
  appendableDeclarations,
  beginWith,
  currentDeclarations,
  type Declaring,
  type HeldDeclarations,
  isStoredDeclaration,
  newestValues,
  readDeclared,
  storedDeclarations,
  toolKey,
} from './declarations.ts'

/** Inputs for finding the declarations with which an agent's requests begin. */
interface Holding {
  /** Declarations that the session records. */
  readonly log: DeclaredLog
  readonly target: Target<never>
  /** Facts about the model of the request. */
  readonly facts: ModelFacts<never>
}

/**
 * Returns a resolved agent whose requests begin with the declarations that earlier requests began with, if messages of
 * the session tell the model of every change since then. Only for models that bind reasoning to their declarations.
 */
export function holdDeclarations(resolved: Resolved, { log, target, facts }: Holding): Resolved {
  const { agent, sight } = resolved
  const { binds } = facts
  const names = binds === undefined ? [] : appendableDeclarations(binds)
  if (names.length === 0) return resolved
  const entries = log.inForce(agent.name, sight.branch)
  const now = currentDeclarations(agent, names)
  const told = entries.map(({ declared }) => readDeclared(declared))
  const [first] = entries
  const { api, kinds } = target.told?.(facts) ?? {}
  const isKnown =
    first?.declared.target === target.name &&
    first.declared.api === api &&
    names.every(name => first.declared.values[name] !== undefined) &&
    told.every(each => each !== null)
  const newest = newestValues(entries)
  const declaring: Declaring = {
    target: target.name,
    ...(api !== undefined && { api }),
    appends: (binds?.appends ?? []).filter(kind => kinds?.includes(kind) ?? true),
    agent,
    now,
    isRecorded: entries.length > 0,
    changedAt: log.hasBegunBefore(agent.name, sight.branch, first?.seq ?? 0) ? (first?.seq ?? null) : null,
    told: isKnown ? (told as readonly HeldDeclarations[]) : null,
    shown: isKnown ? shownEntries(entries).flatMap(({ declared }) => readDeclared(declared) ?? []) : [],
    differing: isKnown ? names.filter(name => !isStoredDeclaration(name, newest, now[name])) : names,
  }
  // Without a change, requests begin with the current declarations.
  const isHeld = declaring.told !== null && declaring.told.length > 1 && declaring.differing.length === 0
  if (!isHeld) return { ...resolved, declaring }
  const held = beginWith(agent, declaring.told as readonly HeldDeclarations[])
  return {
    ...resolved,
    agent: held,
    sight: { ...sight, declaredAt: first?.seq as number },
    changeable: [held.tools, held.outputSchema, held.announced, held.withdrawn],
    declaring,
  }
}

/** Returns the event that records the declarations with which the requests of an agent begin from now on. */
export const beginEvent = (
  { agent: { name }, sight: { branch } }: Resolved,
  { target, api, now }: Declaring,
): EventInput => ({
  author: 'developer',
  ...(branch !== '' && { branch }),
  visibility: 'internal',
  actions: {
    declared: {
      agent: name,
      target,
      ...(api !== undefined && { api }),
      begins: true,
      values: storedDeclarations(now),
    },
  },
})

/** Newest of the values that some declarations have. */
const newestOf = <Name extends DeclarationName>(
  all: readonly HeldDeclarations[],
  name: Name,
): HeldDeclarations[Name] | undefined => all.findLast(each => each[name] !== undefined)?.[name]

/**
 * Returns the event that tells the model of the current declarations; null if a change cannot be told in a message.
 * `from` are the declarations that the model knows, oldest first, and `backEnd` writes the current ones.
 */
export function changeEvent(
  { agent: { name }, sight: { branch } }: Resolved,
  { target, api, appends, now, agent }: Declaring,
  from: readonly HeldDeclarations[],
  { announce }: Pick<BackEnd, 'announce'>,
): EventInput | null {
  const differing = (Object.keys(now) as DeclarationName[]).filter(
    key => toJson(newestOf(from, key)) !== toJson(now[key]),
  )
  const tools = changedTools(from, now.tools ?? [], agent)
  const first = from[0] as HeldDeclarations
  // An update names everything that the request or an earlier update says otherwise, because only the last one counts.
  const isUpdated = (key: DeclarationName): boolean =>
    differing.some(one => one === 'effort' || one === 'format') &&
    (toJson(first[key] ?? null) !== toJson(now[key] ?? null) ||
      from.slice(1).some(each => each[key] !== undefined))
  const text = changedText(newestOf(from, 'instruction') ?? [], now.instruction ?? [])
  const changes: Announcement & Pick<ChangedTools, 'isFixed'> = {
    ...tools,
    hasTools: (first.tools ?? []).length > 0,
    hasFormat: first.format != null,
    effort: isUpdated('effort'),
    format: isUpdated('format'),
  }
  const kinds: readonly (readonly [Appendable, boolean])[] = [
    ['instruction', text !== null],
    ['tool-added', tools.added.length + tools.restored.length > 0],
    ['tool-removed', tools.removed.length > 0],
    ['tool-changed', tools.changed.length > 0],
    ['effort', changes.effort],
    ['format', changes.format],
  ]
  const isTold = kinds.every(([kind, happens]) => !happens || appends.includes(kind))
  if (!isTold || tools.isFixed || !isPlainSchema(first.format) || !isPlainSchema(now.format)) return null
  const parts = announce?.(changes) ?? null
  // A removed tool may need no message, because the request itself no longer allows it. Everything else needs one.
  const isSaid = text !== null || (parts?.length ?? 0) > 0 || tools.removed.length + tools.restored.length > 0
  if (parts === null || (differing.length > 0 && !isSaid)) return null
  const values = Object.fromEntries(differing.map(key => [key, now[key]])) as HeldDeclarations
  return {
    author: 'developer',
    ...(branch !== '' && { branch }),
    visibility: 'internal',
    parts: [...(text === null ? [] : [{ kind: 'text' as const, text }]), ...parts],
    actions: {
      declared: {
        agent: name,
        target,
        ...(api !== undefined && { api }),
        values: storedDeclarations(values),
      },
    },
  }
}

/** Whether a schema is sent in a field of the request, and not as text in the instruction. */
const isPlainSchema = (format: HeldDeclarations['format']): boolean =>
  format == null || format.schema.type === 'object'

interface ChangedTools
  extends Pick<Announcement, 'added' | 'restored' | 'removed' | 'changed' | 'isAnnounced' | 'isWithdrawn'> {
  /** Whether a tool changed that only the request itself can declare: a provider's own, or one that takes handles. */
  readonly isFixed: boolean
}

/** Returns the differences between the tools that the model was told of and the current ones. */
function changedTools(
  from: readonly HeldDeclarations[],
  now: readonly Tool[],
  { tools }: Pick<ResolvedAgent, 'tools'>,
): ChangedTools {
  const before = new Set((newestOf(from, 'tools') ?? []).map(toolKey))
  const told = new Map(from.flatMap(({ tools = [] }) => tools).map(tool => [toolKey(tool), tool]))
  const begun = new Set((from[0]?.tools ?? []).map(toolKey))
  const current = new Set(now.map(toolKey))
  const isSame = (tool: Tool): boolean => toJson(told.get(toolKey(tool)) ?? null) === toJson(tool)
  const isTold = (tool: Tool): boolean => told.has(toolKey(tool))
  const isBack = (tool: Tool): boolean => isSame(tool) && !before.has(toolKey(tool))
  const removed = [...told.values()].filter(tool => before.has(toolKey(tool)) && !current.has(toolKey(tool)))
  const added = now.filter(tool => !isTold(tool))
  const expanders = new Set(expandToolNames(tools))
  const restored = now.filter(isBack)
  return {
    added: added.map(toolKey),
    restored: restored.map(toolKey),
    removed: removed.map(toolKey),
    changed: now.filter(tool => isTold(tool) && !isSame(tool)).map(toolKey),
    isAnnounced: now.some(tool => !begun.has(toolKey(tool))),
    isWithdrawn: [...told.keys()].some(key => !current.has(key)),
    isFixed:
      [...added, ...restored, ...removed].some(isNative) ||
      [...added, ...restored].some(tool => expanders.has(toolKey(tool))),
  }
}

/** Session, as far as its end is read. */
interface SessionEnd {
  readonly units: { readonly rows: UnitTable }
  readonly event: (seq: number) => Event
}

/**
 * Whether an agent's history ends with something that its model answers. Messages with changes may only stand there.
 * Units that the agent is not shown are skipped.
 */
export function endsWithInput({ units: { rows }, event }: SessionEnd, { own, branch }: Sight): boolean {
  for (let unit = rows.length - 1; unit >= 0; unit--) {
    if (rows.isHidden(unit) || rows.isRewound(unit) || rows.isEmpty(unit)) continue
    if (!isRelated(branch, rows.branchOf(unit))) continue
    if (rows.ownKindOf(unit) !== 'model' || !own.has(rows.authorOf(unit))) return true
    const last = rows.unit(unit).spans.at(-1)
    return last !== undefined && roleOfAuthor(event(last.seq).author) !== 'model'
  }
  return false
}
