import type { Note } from '../diag/collect.ts'
import { looksLikeFence, unfitCharacters } from '../diag/history.ts'
import type { Placed } from '../ir/block.ts'
import { type Count, plus, zero } from '../ir/count.ts'
import type { Extra } from '../ir/extra.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Trust } from '../ir/trust.ts'
import type { Edit } from '../map/ledger.ts'
import { toJson } from '../text/json.ts'
import { copyJson, isWellFormedJson, wellFormed } from '../text/well-formed.ts'
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
  'providerOptions',
] as const

/** Those that are a name or an id, and nothing else. */
const labels: ReadonlySet<string> = new Set(['name', 'id', 'namespace', 'context', 'toolset_name'])

const ownTag = /<(?=\/?context:)/gi

/** Text in which nothing looks like a fence: a user cannot speak as a developer by writing the tag. */
function withoutTags(runs: readonly Run[]): readonly Run[] {
  // A fence's own text cannot close it, and stays as it is.
  if (runs.some(([, origin]) => origin === 'c:fence')) return runs
  if (!runs.some(([text]) => text.search(ownTag) >= 0)) return runs
  return runs.flatMap(([text, origin]) =>
    text
      .split(ownTag)
      .flatMap((piece, index): Run[] => [
        ...(index > 0 ? [['&lt;', 'c:escape'] as const] : []),
        [piece, origin],
      ]),
  )
}

/** Writes one fragment: whatever goes into it is counted and its origin noted in the same step. */
export class Writer {
  readonly setting: Setting<unknown>
  private count: Count = zero
  private readonly edits = new Set<Edit>()
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
    const fit = runs.map(([text, origin]) => [wellFormed(text), origin] as const)
    // Arguments are the model's own, and go back as they are.
    const guarded = this.guarded && key !== 'arguments' && key !== 'input'
    const clean = guarded ? withoutTags(fit) : fit
    const text = this.setting.origins.rope(container, key, clean)
    ;(container as Record<string, unknown>)[key] = text
    this.add(this.setting.counter.text(text))
    const at = runs[0]?.[1] ?? 'c:text'
    if (fit.some(([piece], index) => piece !== runs[index]?.[0])) this.repaired('CX3010', unfitCharacters, at)
    if (clean !== fit) this.repaired('CX6001', looksLikeFence, at)
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

  add(count: Count): void {
    this.count = plus(this.count, count)
  }

  edit(edit: Edit): void {
    this.edits.add(edit)
  }

  private repaired(kind: string, say: Note['say'], at: Origin): void {
    this.edit('repaired')
    this.note({ kind, say, at })
  }

  note(note: Note): void {
    this.notes.push(note)
  }

  /** A tool is called by this name. */
  calls(name: string): void {
    this.toolNames.push(name)
    this.add(this.setting.counter.call)
    this.add(this.setting.counter.text(name))
  }

  /** What was written, as these messages; `reasoning` is how many thoughts went along. */
  fragment(messages: readonly object[], reasoning = 0): Fragment {
    const { message } = this.setting.counter
    let count = this.count
    for (let index = 0; index < messages.length; index++) count = plus(count, message)
    return {
      messages,
      count,
      edits: [...this.edits],
      notes: this.notes,
      toolNames: this.toolNames,
      reasoning,
    }
  }
}
