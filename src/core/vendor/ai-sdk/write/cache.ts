import { needsMarks } from '../../../cache/forecast.ts'
import { type CacheMark, markInOptions, withoutOwnMarks } from '../../../cache/marks.ts'
import type { CacheRules } from '../../../ir/cache.ts'
import { isObject } from '../../../ir/json.ts'
import type { ModelFacts, ModelRow } from '../../../ir/model.ts'
import type { StringOrigins } from '../../../map/origins.ts'
import { openCache } from '../../../target/facts.ts'
import type { Breakpoints, Marking } from '../../../target/target.ts'
import { safeString } from '../../../text/reason.ts'
import { claudeCache } from '../../anthropic/write/models.ts'
import { geminiCache } from '../../gemini/write/models.ts'
import { openaiCache } from '../../openai/write/shared/models.ts'
import type { PackageRow } from '../rows/packages.ts'
import type { Vendor } from '../rows/vendor.ts'
import { type AISDKRules, aiSdkFacts } from './models.ts'
import type { AISDKRequest, ModelMessage, ProviderOptions, SystemMessage, TextPart } from './request.ts'
import { isOutsideRequest } from './told.ts'

type Facts = ModelFacts<AISDKRules>

/** Functions that return a model's cache rules, by the vendor of the model. */
const tables: Readonly<Record<Exclude<Vendor, 'other'>, (facts: Facts) => CacheRules | null>> = {
  anthropic: claudeCache,
  openai: openaiCache,
  google: geminiCache,
}

/** Names of the request fields besides the messages in which a change invalidates the cache. */
const settings = ['toolChoice', 'reasoning', 'responseFormat', 'providerOptions']

/**
 * Returns the cache rules of the host behind a package; null if they are unknown. Claude caches exactly the marked
 * prefixes, so its rules apply to every package that writes cache marks.
 */
function hostCacheRules(facts: Facts): CacheRules | null {
  const { vendor, maker, reader } = facts.rules
  if (vendor !== 'other') return tables[vendor](facts)
  return maker === 'anthropic' && reader.marks !== null ? claudeCache(facts) : openCache(facts)
}

/** Returns a cache mark as provider options that a package reads; null if the package supports no marks. */
const markOptions = ({ marks }: PackageRow, ttl: string | null): ProviderOptions | null =>
  marks && { [marks.name]: { [marks.field]: { ...marks.value, ...(ttl !== null && { ttl }) } } }

/** Returns the cache mark in an object's provider options that a package reads; null if there is none. */
function readMark(holder: unknown, { marks }: PackageRow): CacheMark | null {
  if (marks === null || !isObject(holder) || !isObject(holder.providerOptions)) return null
  for (const name of [marks.name, ...(marks.also ?? [])]) {
    const found = markInOptions(holder.providerOptions[name], marks.field)
    if (found !== null) return found
  }
  return null
}

/** Returns the cache mark on a part of a message, or inside the result in the part. */
function markOfPart(part: unknown, reader: PackageRow): CacheMark | null {
  const { output } = (isObject(part) ? part : {}) as { readonly output?: unknown }
  const { value } = (isObject(output) ? output : {}) as { readonly value?: unknown }
  const inside = [output, ...(Array.isArray(value) ? value : [])]
  return [part, ...inside].reduce<CacheMark | null>(
    (found, holder) => found ?? readMark(holder, reader),
    null,
  )
}

/**
 * Returns the cache marks in a request that a package reads, by JSON pointer. The mark of a whole message is treated as
 * the mark of its last part.
 */
function readMarks(request: AISDKRequest, reader: PackageRow): ReadonlyMap<string, CacheMark> {
  const found = new Map<string, CacheMark>()
  const addMark = (pointer: string, mark: CacheMark | null): void => {
    if (mark !== null) found.set(pointer, mark)
  }
  const { tools = {}, system, messages } = request
  // Messages of a client may have any form.
  const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  for (const [name, tool] of Object.entries(tools)) addMark(`/tools/${name}`, readMark(tool, reader))
  for (const [index, text] of listOrEmpty(system).entries())
    addMark(`/system/${index}`, readMark(text, reader))
  for (const [index, message] of listOrEmpty(messages).entries()) {
    const { content } = isObject(message) ? message : {}
    const at = `/messages/${index}/content`
    const own = readMark(message, reader)
    if (typeof content === 'string') addMark(at, own)
    else
      for (const [place, part] of listOrEmpty(content).entries())
        addMark(
          `${at}/${place}`,
          markOfPart(part, reader) ?? (place === listOrEmpty(content).length - 1 ? own : null),
        )
  }
  return found
}

/** Operations on cache marks for the AI SDK: provider options on a part, a system text or a tool. */
export const marking: Marking<AISDKRules> = {
  rules(facts) {
    const rules = hostCacheRules(facts)
    return rules && { ...rules, bound: { all: [], messages: settings } }
  },
  marksIn: (request, facts) => readMarks(request as AISDKRequest, facts.rules.reader),
  takes({ pointer, value, role }, { rules: { reader } }) {
    const { parts = {} } = reader.marks ?? {}
    if (!isObject(value)) return false
    if (pointer.startsWith('/tools/'))
      return parts.tools !== undefined && value.type !== 'provider' && !isOutsideRequest(value)
    if (pointer.startsWith('/system')) return parts.system !== undefined && isSaid(value.content)
    if (role === 'system') return parts.system !== undefined && isSaid(value.text)
    const { type, text, providerExecuted } = value
    const isKind = parts[role ?? '']?.includes(safeString(type)) === true
    return isKind && providerExecuted !== true && (type !== 'text' || isSaid(text))
  },
  mark(request, marks, { origins, facts }) {
    const given = request as AISDKRequest
    const marker = new Marker(marks, facts.rules.reader, origins)
    const { tools } = given
    const marked: AISDKRequest = {
      ...given,
      messages: given.messages.map((message, index) =>
        marker.markMessage(message, `/messages/${index}/content`),
      ),
      ...(tools && {
        tools: Object.fromEntries(
          Object.entries(tools).map(([name, tool]) => [name, marker.setMark(tool, `/tools/${name}`)]),
        ),
      }),
    }
    if (tools) origins.copyOrigins(marked.tools as object, tools)
    origins.copyOrigins(marked, given)
    const system = marker.markSystem(given)
    if (system !== undefined) marked.system = system
    return marked
  },
}

/**
 * Whether nothing in a request would be cached: the provider caches only marked prefixes, and the package finds no
 * mark. `messages` may have the app's own form; `rows` are the caller's.
 */
export function lacksMarks(
  model: string | undefined,
  request: object,
  rows: readonly ModelRow[] | undefined,
): boolean {
  if (model === undefined) return false
  const { facts } = aiSdkFacts(model, rows)
  return (
    needsMarks(hostCacheRules(facts)) && readMarks(request as AISDKRequest, facts.rules.reader).size === 0
  )
}

const isSaid = (text: unknown): boolean => typeof text === 'string' && text.trim() !== ''

/** Writer that sets the chosen cache marks and removes all others. */
class Marker {
  private readonly marks: Breakpoints
  private readonly reader: PackageRow
  private readonly origins: StringOrigins

  constructor(marks: Breakpoints, reader: PackageRow, origins: StringOrigins) {
    this.marks = marks
    this.reader = reader
    this.origins = origins
  }

  /** Returns a copy of an object with or without its cache mark, as chosen. */
  setMark<Holder extends { providerOptions?: ProviderOptions }>(holder: Holder, pointer: string): Holder {
    const clean = this.dropOwnMarks(holder)
    const own = this.marks.pointers.has(pointer) ? markOptions(this.reader, this.marks.ttl) : null
    if (own === null) return clean
    const [name = ''] = Object.keys(own)
    const { providerOptions: given = {} } = clean
    const before = given[name] ?? {}
    const options = this.origins.copyOrigins({ ...before, ...own[name] }, before)
    this.origins.recordKey(options, Object.keys(own[name] as object)[0] ?? '', 'c:cache')
    const providerOptions = this.origins.copyOrigins({ ...given, [name]: options }, given)
    return this.origins.copyOrigins({ ...clean, providerOptions }, holder)
  }

  private dropOwnMarks<Holder extends object>(holder: Holder): Holder {
    return withoutOwnMarks(holder, (copy, original) => this.origins.copyOrigins(copy, original))
  }

  /** Returns the instruction with its cache mark. An instruction with a mark is a list. */
  markSystem(request: AISDKRequest, at = '/system'): AISDKRequest['system'] {
    const { system } = request
    if (typeof system !== 'string') return system?.map((text, index) => this.setMark(text, `${at}/${index}`))
    if (!this.marks.pointers.has(at)) return system
    const said = this.origins.originsIn(request).key('system')
    const message = this.origins.recordWhole(
      { role: 'system', content: system } as SystemMessage,
      'd:instruction',
    )
    this.origins.copyKeyOrigin(message, 'content', said)
    return [this.setMark(message, at)]
  }

  markMessage(message: ModelMessage, at: string): ModelMessage {
    const kept = this.dropOwnMarks(message)
    if (typeof kept.content === 'string') {
      if (!this.marks.pointers.has(at)) return kept
      if (kept.role === 'system') return this.setMark(kept, at)
      const said = this.origins.originsIn(kept)
      const part: TextPart = { type: 'text', text: kept.content }
      this.origins.copyKeyOrigin(
        this.origins.recordWhole(part, said.whole ?? 'c:message'),
        'text',
        said.key('content'),
      )
      return this.origins.copyOrigins({ ...kept, content: [this.setMark(part, at)] } as ModelMessage, kept)
    }
    const list = kept.content as readonly { providerOptions?: ProviderOptions }[]
    const content = list.map((part, place) => this.setMark(part, `${at}/${place}`))
    return content.every((part, place) => part === list[place])
      ? kept
      : this.origins.copyOrigins({ ...kept, content } as ModelMessage, kept)
  }
}
