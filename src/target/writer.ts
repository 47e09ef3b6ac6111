import type { Note } from '../diag/collect.ts'
import { looksLikeFence, unfitCharacters } from '../diag/history.ts'
import type { Block, Placed } from '../ir/block.ts'
import type { Count } from '../ir/count.ts'
import type { Extra } from '../ir/extra.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Trust } from '../ir/trust.ts'
import type { Edit } from '../map/ledger.ts'
import { toJson } from '../text/json.ts'
import { copyJson, isWellFormedJson, wellFormed } from '../text/well-formed.ts'
import { ownTag } from '../trust/fence.ts'
import type { Fragment, Setting } from './target.ts'

/** The fields that may come along with a message or a piece of it; what the target writes itself is not among them. */
const passing = [
  'name',
  'id',
  'caller',
  'namespace',
  'cache_control',
  'citations',
  'context',
  'transformations',
  'toolset_name',
  'prompt_cache_breakpoint',
  'annotations',
  'partMetadata',
  'videoMetadata',
  'mediaResolution',
  'mediaProcessing',
  'speechMetadata',
  'scheduling',
  'providerOptions',
] as const

/** Those that are a name or an id, and nothing else. */
const labels: ReadonlySet<string> = new Set(['name', 'id', 'namespace', 'context', 'toolset_name'])

/** Text in which nothing looks like a fence: a user cannot speak as a developer by writing the tag. */
function tagless(runs: readonly Run[]): readonly Run[] {
  // A fence's own text cannot close it, and stays as it is.
  if (runs.some(([, origin]) => origin === 'c:fence')) return runs
  if (!runs.some(([text]) => text.includes('<') && text.search(ownTag) >= 0)) return runs
  return runs.flatMap(([text, origin]) =>
    text
      .split(ownTag)
      .flatMap((piece, index): Run[] => [
        ...(index > 0 ? [['&lt;', 'c:escape'] as const] : []),
        [piece, origin],
      ]),
  )
}

/** Not by assignment: `__proto__` is a key like any other. */
function set(container: object, key: string, value: unknown): void {
  if (key !== '__proto__') (container as Record<string, unknown>)[key] = value
  else Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Writes one fragment: whatever goes into it is counted and its origin noted in the same step. */
export class Writer {
  readonly setting: Setting<unknown>
  private estimate = 0
  private max = 0
  private exact = true
  private readonly edits: Edit[] = []
  private readonly notes: Note[] = []
  private readonly toolNames: string[] = []
  /** The words are not a developer's: they may not look like the compiler's own tags. */
  private readonly guarded: boolean

  constructor(setting: Setting<unknown>, trust: Trust) {
    this.setting = setting
    this.guarded = trust !== 'developer'
  }

  /** Puts text under a key of an object. */
  text(container: object, key: string, runs: readonly Run[]): void {
    // Arguments are the model's own, and go back as they are.
    this.put(container, key, runs, this.guarded && key !== 'arguments' && key !== 'input')
    this.add(this.setting.counter.text((container as Record<string, string>)[key] as string))
  }

  private put(container: object, key: string, runs: readonly Run[], guarded: boolean): void {
    const fit = runs.every(([text]) => text.isWellFormed())
      ? runs
      : runs.map(([text, origin]) => [wellFormed(text), origin] as const)
    const clean = guarded ? tagless(fit) : fit
    set(container, key, this.setting.origins.rope(container, key, clean))
    const at = runs[0]?.[1] ?? 'c:text'
    if (fit !== runs) this.repaired('CX3010', unfitCharacters, at)
    if (clean !== fit) this.repaired('CX6001', looksLikeFence, at)
  }

  /** Puts a value under a key that is someone's words too: every string and key in it is guarded as text is. */
  data(container: object, key: string, value: JsonValue, origin: Origin): void {
    this.putData(container, key, value, origin)
    this.add(this.setting.counter.text(toJson((container as Record<string, unknown>)[key])))
  }

  private putData(container: object, key: string, value: JsonValue, origin: Origin): void {
    if (typeof value === 'string') return this.put(container, key, [[value, origin]], this.guarded)
    if (typeof value !== 'object' || value === null) return set(container, key, value)
    const copy = this.label(Array.isArray(value) ? [] : {}, origin)
    for (const [name, item] of Object.entries(value)) {
      const holder: Record<string, string> = {}
      this.put(holder, 'key', [[name, origin]], this.guarded)
      this.putData(copy, holder.key as string, item as JsonValue, origin)
    }
    set(container, key, copy)
  }

  /** A part's text under a key. */
  partText(container: object, key: string, placed: Placed, text: string): void {
    this.text(container, key, placed.runs ?? [[text, placed.origin]])
  }

  /** A name, an id or another short string that is counted with its message, not by itself. */
  label<T extends object>(container: T, origin: Origin): T {
    return this.setting.origins.whole(container, origin)
  }

  /**
   * A wire item replayed as it came: a copy, so that the request shares nothing with the caller's messages. What
   * the model sees of it is not its JSON, so that its size is never exact.
   */
  replay(payload: JsonObject, origin: Origin, sealed = false): object {
    if (!isWellFormedJson(payload)) this.repaired('CX3010', unfitCharacters, origin)
    const clean = copyJson(payload)
    const json = toJson(clean)
    const { counter } = this.setting
    this.add({ ...(sealed ? counter.sealed(json) : counter.text(json)), exact: false })
    return this.label(clean, origin)
  }

  /** The value of a call's arguments, counted as JSON. */
  value(container: object, key: string, value: JsonObject, json: string, origin: Origin): void {
    ;(container as Record<string, unknown>)[key] = copyJson(value)
    this.setting.origins.key(container, key, origin)
    this.add(this.setting.counter.text(json))
  }

  /** Gives an object the fields that came in with it, where they came from this format. */
  fields(container: object, extra: Extra | undefined, format: TargetName): void {
    if (extra?.format !== format) return
    for (const key of passing) {
      const value = extra.fields[key]
      if (value === undefined || key in container) continue
      if (labels.has(key) && typeof value !== 'string') continue
      ;(container as Record<string, unknown>)[key] = copyJson(value)
      if (key !== 'cache_control') this.add(this.setting.counter.text(toJson(value)))
    }
  }

  add({ estimate, max, exact }: Count): void {
    this.estimate += estimate
    this.max += max
    this.exact &&= exact
  }

  edit(edit: Edit): void {
    if (!this.edits.includes(edit)) this.edits.push(edit)
  }

  private repaired(kind: string, say: Note['say'], at: Origin): void {
    this.edit('repaired')
    this.note({ kind, say, at })
  }

  note(note: Note): void {
    this.notes.push(note)
  }

  /** Where something that was written came from; where nothing was said of it, where its block begins. */
  originOf(written: object | undefined, { items, id }: Block): Origin {
    const whole = written && this.setting.origins.at(written).whole
    return whole ?? items[0]?.origin ?? id
  }

  /** A tool is called by this name. */
  calls(name: string): void {
    this.toolNames.push(name)
    this.add(this.setting.counter.call)
    this.add(this.setting.counter.text(name))
  }

  /** What was written, as these messages; `reasoning` is how many thoughts went along. */
  fragment(messages: readonly object[], reasoning = 0): Fragment {
    for (let index = 0; index < messages.length; index++) this.add(this.setting.counter.message)
    return {
      messages,
      count: { estimate: this.estimate, max: this.max, exact: this.exact },
      edits: this.edits,
      notes: this.notes,
      toolNames: this.toolNames,
      reasoning,
    }
  }
}
