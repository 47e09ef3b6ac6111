import { bare } from '../../cache/marks.ts'
import type { CacheRules } from '../../ir/cache.ts'
import { isObject } from '../../ir/json.ts'
import type { ModelFacts } from '../../ir/model.ts'
import type { Origins } from '../../map/origins.ts'
import { safeString } from '../../text/safe-string.ts'
import { claudeCache } from '../anthropic/models.ts'
import { openCache } from '../facts.ts'
import { geminiCache } from '../gemini/models.ts'
import { openaiCache } from '../openai/shared/models.ts'
import type { Breakpoints, Marking } from '../target.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ModelMessage, ProviderOptions, SystemMessage, TextPart } from './request.ts'
import type { Vendor } from './vendor.ts'

type Facts = ModelFacts<AISDKRules>

/** Cache rules by vendor, and the names of the fields beside the messages here. */
const tables: Readonly<Record<Vendor, (facts: Facts) => CacheRules | null>> = {
  anthropic: claudeCache,
  openai: openaiCache,
  google: geminiCache,
  other: openCache,
}
const settings = ['toolChoice', 'reasoning', 'responseFormat', 'providerOptions']

/** Parts that may have a mark, by vendor: the converters ignore or refuse a mark anywhere else. */
const parts: Readonly<Partial<Record<Vendor, Readonly<Record<string, readonly string[]>>>>> = {
  anthropic: {
    user: ['text', 'file'],
    assistant: ['text', 'file', 'tool-call'],
    tool: ['tool-result'],
  },
  openai: { user: ['text', 'file'] },
}

/** Returns a mark as options of a vendor's provider. */
const optionsOf = (vendor: Vendor, ttl: string | null): ProviderOptions =>
  vendor === 'anthropic'
    ? { anthropic: { cacheControl: { type: 'ephemeral', ...(ttl !== null && { ttl }) } } }
    : { openai: { promptCacheBreakpoint: { mode: 'explicit' } } }

/** Cache marks of a provider behind the AI SDK: options on a part, a system text or a tool. */
export const marking: Marking<AISDKRules> = {
  rules(facts) {
    const rules = tables[facts.rules.vendor](facts)
    return rules && { ...rules, bound: { all: [], messages: settings } }
  },
  takes({ pointer, value, role }, { rules: { vendor } }) {
    if (!isObject(value)) return false
    if (pointer.startsWith('/tools/')) return vendor === 'anthropic' && value.type !== 'provider'
    if (pointer.startsWith('/system')) return vendor in parts && isSaid(value.content)
    if (role === 'system') return vendor in parts && isSaid(value.text)
    const { type, text, providerExecuted } = value
    const isKind = parts[vendor]?.[role ?? '']?.includes(safeString(type)) === true
    return isKind && providerExecuted !== true && (type !== 'text' || isSaid(text))
  },
  mark(request, marks, { origins, facts }) {
    const given = request as AISDKRequest
    const marker = new Marker(marks, facts.rules.vendor, origins)
    const { tools } = given
    const marked: AISDKRequest = {
      ...given,
      messages: given.messages.map((message, index) => marker.message(message, `/messages/${index}/content`)),
      ...(tools && {
        tools: Object.fromEntries(
          Object.entries(tools).map(([name, tool]) => [name, marker.set(tool, `/tools/${name}`)]),
        ),
      }),
    }
    if (tools) origins.like(marked.tools as object, tools)
    origins.like(marked, given)
    const system = marker.system(given)
    if (system !== undefined) marked.system = system
    return marked
  },
}

const isSaid = (text: unknown): boolean => typeof text === 'string' && text.trim() !== ''

/** Writer of marks: sets the chosen ones, and removes all others. */
class Marker {
  private readonly marks: Breakpoints
  private readonly vendor: Vendor
  private readonly origins: Origins

  constructor(marks: Breakpoints, vendor: Vendor, origins: Origins) {
    this.marks = marks
    this.vendor = vendor
    this.origins = origins
  }

  /** Returns an object that may have a mark, with or without it. */
  set<Holder extends { providerOptions?: ProviderOptions }>(holder: Holder, pointer: string): Holder {
    const clean = this.bare(holder)
    if (!this.marks.pointers.has(pointer)) return clean
    const own = optionsOf(this.vendor, this.marks.ttl)
    const [name = ''] = Object.keys(own)
    const { providerOptions: given = {} } = clean
    const before = given[name] ?? {}
    const options = this.origins.like({ ...before, ...own[name] }, before)
    this.origins.key(options, Object.keys(own[name] as object)[0] ?? '', 'c:cache')
    const providerOptions = this.origins.like({ ...given, [name]: options }, given)
    return this.origins.like({ ...clean, providerOptions }, holder)
  }

  private bare<Holder extends object>(holder: Holder): Holder {
    return bare(holder, (copy, original) => this.origins.like(copy, original))
  }

  /** Returns the instruction, as a list if it has a mark. */
  system(request: AISDKRequest, at = '/system'): AISDKRequest['system'] {
    const { system } = request
    if (typeof system !== 'string') return system?.map((text, index) => this.set(text, `${at}/${index}`))
    if (!this.marks.pointers.has(at)) return system
    const said = this.origins.at(request).key('system')
    const message = this.origins.whole({ role: 'system', content: system } as SystemMessage, 'd:instruction')
    this.origins.inherit(message, 'content', said)
    return [this.set(message, at)]
  }

  message(message: ModelMessage, at: string): ModelMessage {
    const kept = this.bare(message)
    if (typeof kept.content === 'string') {
      if (!this.marks.pointers.has(at)) return kept
      if (kept.role === 'system') return this.set(kept, at)
      const said = this.origins.at(kept)
      const part: TextPart = { type: 'text', text: kept.content }
      this.origins.inherit(this.origins.whole(part, said.whole ?? 'c:message'), 'text', said.key('content'))
      return this.origins.like({ ...kept, content: [this.set(part, at)] } as ModelMessage, kept)
    }
    const list = kept.content as readonly { providerOptions?: ProviderOptions }[]
    const content = list.map((part, place) => this.set(part, `${at}/${place}`))
    return content.every((part, place) => part === list[place])
      ? kept
      : this.origins.like({ ...kept, content } as ModelMessage, kept)
  }
}
