import { extractMedia } from '../count/held-media.ts'
import type { FindingNote } from '../diag/collect.ts'
import { loneSurrogatesReplaced, looksLikeFence } from '../diag/history.ts'
import type { Block, Placed } from '../ir/block.ts'
import type { Count } from '../ir/count.ts'
import type { Edit } from '../ir/edit.ts'
import type { Extra } from '../ir/extra.ts'
import type { FilePart } from '../ir/file.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Trust } from '../ir/trust.ts'
import { setOwnKey, toJson } from '../text/json.ts'
import { copyJson, isWellFormedJson, wellFormed } from '../text/well-formed.ts'
import { escapeOwnTags } from '../trust/fence.ts'
import { containsTags, escapeTags } from '../trust/guard.ts'
import { sharedMark } from './shared-mark.ts'
import type { Fragment, Setting } from './target.ts'

/** Imported fields that may be sent with a message or a part. Fields that the target writes itself are not listed. */
const passing = [
  'name',
  'id',
  'caller',
  'status',
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

/** Fields that contain only a name or an id. */
const labels: ReadonlySet<string> = new Set(['name', 'id', 'status', 'namespace', 'context', 'toolset_name'])

/** Writer of one fragment. It counts the tokens and records the origin of everything that it adds. */
export class Writer {
  readonly setting: Setting<unknown>
  private estimate = 0
  private max = 0
  private exact = true
  private readonly edits: Edit[] = []
  private readonly notes: FindingNote[] = []
  private readonly toolNames: string[] = []
  /** Whether text that looks like the compiler's own tags is escaped. Only a developer may write these tags. */
  private readonly guarded: boolean

  constructor(setting: Setting<unknown>, trust: Trust) {
    this.setting = setting
    this.guarded = trust !== 'developer'
  }

  /** Writes text under a key of an object. */
  putText(container: object, key: string, runs: readonly Run[]): void {
    this.putRuns(container, key, runs, this.guarded)
    this.add(this.setting.counter.text((container as Record<string, string>)[key] as string))
  }

  private putRuns(container: object, key: string, runs: readonly Run[], guarded: boolean): void {
    const fit = runs.every(([text]) => text.isWellFormed())
      ? runs
      : runs.map(([text, origin]) => [wellFormed(text), origin] as const)
    const clean = guarded ? escapeTags(fit) : fit
    setOwnKey(container, key, this.setting.origins.joinRuns(container, key, clean))
    const at = runs[0]?.[1] ?? 'c:text'
    if (fit !== runs) this.noteRepair('CX3010', loneSurrogatesReplaced, at)
    if (clean !== fit) this.noteRepair('CX6001', looksLikeFence, at)
  }

  /** Writes a value under a key, with tags escaped as in text, and counts the tokens of its JSON. */
  putJson(container: object, key: string, value: JsonValue, origin: Origin): void {
    this.putUncounted(container, key, value, origin)
    this.add(this.setting.counter.text(toJson((container as Record<string, unknown>)[key])))
  }

  /**
   * Writes a copy of a foreign value under a key, without counting it, so that the request shares no objects with the
   * caller's messages. Tags are escaped in every string and key of the copy.
   */
  putUncounted(container: object, key: string, value: unknown, origin: Origin): void {
    if (typeof value === 'string') this.putRuns(container, key, [[value, origin]], this.guarded)
    else if (typeof value !== 'object' || value === null) setOwnKey(container, key, value)
    else if (isWellFormedJson(value) && !(this.guarded && containsTags(value)))
      setOwnKey(container, key, this.recordOrigin(copyJson(value), origin))
    else setOwnKey(container, key, this.escapedCopy(value, origin))
  }

  private escapedCopy(value: object, origin: Origin): object {
    const copy = this.recordOrigin(Array.isArray(value) ? [] : {}, origin)
    const taken = new Set(Object.keys(value))
    for (const [name, item] of Object.entries(value)) {
      const holder: Record<string, string> = {}
      this.putRuns(holder, 'key', [[name, origin]], this.guarded)
      let key = holder.key as string
      // The escaped key may be equal to another key of the object.
      while (key !== name && taken.has(key)) key += '_'
      taken.add(key)
      if (typeof item === 'object' && item !== null) setOwnKey(copy, key, this.escapedCopy(item, origin))
      else this.putUncounted(copy, key, item, origin)
    }
    return copy
  }

  /** Writes a part's text under a key. */
  partText(container: object, key: string, placed: Placed, text: string): void {
    this.putText(container, key, placed.runs ?? [[text, placed.origin]])
  }

  /** Records the origin of an object. Its short strings (names, ids) are counted as part of the message. */
  recordOrigin<T extends object>(container: T, origin: Origin): T {
    return this.setting.origins.recordWhole(container, origin)
  }

  /**
   * Copies and counts a wire item of the caller, such as a citation source. The count is never exact, because the model
   * does not see the item as JSON.
   */
  copyCallerItem(payload: JsonObject, origin: Origin, sealed = false): object {
    const holder: { item?: object } = {}
    this.putUncounted(holder, 'item', payload, origin)
    return this.countItem(holder.item as object, sealed)
  }

  /**
   * Copies and counts a wire item of an answer, which only a model or its provider writes. Its text is not escaped,
   * because later signatures cover the text.
   */
  copyAnswerItem(payload: JsonObject, origin: Origin, sealed = false): object {
    if (!isWellFormedJson(payload)) this.noteRepair('CX3010', loneSurrogatesReplaced, origin)
    return this.countItem(this.recordOrigin(copyJson(payload), origin), sealed)
  }

  private countItem(item: object, sealed: boolean): object {
    const { counter } = this.setting
    const { value, files } = sealed ? { value: item, files: [] } : extractMedia(item as JsonObject)
    const json = toJson(value)
    this.add({ ...(sealed ? counter.sealed(json) : counter.text(json)), exact: false })
    // A vendor shows the files in provider-specific items to its model as files, not as base64.
    for (const file of files) this.add(counter.file(file))
    return item
  }

  /** Writes a call's arguments as text under a key. The arguments are not escaped, because the model wrote them. */
  putArgumentsText(container: object, key: string, text: string, origin: Origin): void {
    this.putRuns(container, key, [[text, origin]], false)
    this.add(this.setting.counter.text((container as Record<string, string>)[key] as string))
  }

  /** Writes the parsed arguments of a call under a key, and counts the tokens of their JSON. */
  putArgumentsJson(container: object, key: string, value: JsonObject, json: string, origin: Origin): void {
    ;(container as Record<string, unknown>)[key] = copyJson(value)
    this.setting.origins.recordKey(container, key, origin)
    this.add(this.setting.counter.text(json))
  }

  /**
   * Copies and counts a file in wire form; an image is counted at the detail level with which it is sent. Tags are
   * escaped in a document's text and in a file's name.
   */
  copyFile<T extends object>(wire: T, part: FilePart, origin: Origin, detail?: string): T {
    const holder: { wire?: T } = {}
    this.putUncounted(holder, 'wire', wire, origin)
    const { name, source } = part
    const clean = this.guarded ? (text: string) => escapeOwnTags(wellFormed(text)) : wellFormed
    this.add(
      this.setting.counter.file(
        {
          ...part,
          ...(name !== undefined && { name: clean(name) }),
          ...(source.type === 'text' && { source: { ...source, text: clean(source.text) } }),
        },
        detail,
      ),
    )
    return holder.wire as T
  }

  /**
   * Copies imported fields of the target's format to an object. `from` is the origin of the fields; the default is the
   * origin of the object.
   */
  copyExtraFields(container: object, extra: Extra | undefined, format: TargetName, from?: Origin): void {
    const origin = from ?? this.setting.origins.originsIn(container).whole ?? 'c:message'
    const mark = sharedMark(extra, format)
    if (mark !== undefined) this.putUncounted(container, 'cache_control', mark, origin)
    if (extra?.format !== format) return
    for (const key of passing) {
      const value = extra.fields[key]
      if (value === undefined || key in container) continue
      if (labels.has(key) && typeof value !== 'string') continue
      if (key === 'cache_control') this.putUncounted(container, key, value, origin)
      else this.putJson(container, key, value, origin)
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

  private noteRepair(kind: string, say: FindingNote['say'], at: Origin): void {
    this.edit('repaired')
    this.note({ kind, say, at })
  }

  note(note: FindingNote): void {
    this.notes.push(note)
  }

  /** Returns the recorded origin of a written object, or the origin at which the object's block begins. */
  originOf(written: object | undefined, { items, id }: Block): Origin {
    const whole = written && this.setting.origins.originsIn(written).whole
    return whole ?? items[0]?.origin ?? id
  }

  /** Records and counts a call of a tool, by its wire name. */
  recordCall(name: string): void {
    this.toolNames.push(name)
    this.add(this.setting.counter.call)
    this.add(this.setting.counter.text(name))
  }

  /** Returns the written messages as a fragment. `reasoning` is the number of reasoning parts that were sent. */
  finishFragment(messages: readonly object[], reasoning = 0): Fragment {
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
