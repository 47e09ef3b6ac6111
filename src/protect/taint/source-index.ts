import { type Event, trustOf } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import { textsOf } from '../session/map-texts.ts'
import { plainForms } from './plain-form.ts'

/** Place in a session that holds a value. */
export interface TaintSource {
  /** Place of the part as `seq.part`; `seq.state` for a change of the state, and `state` for the state at the beginning. */
  readonly place: string
  readonly trust: Trust
  /** Name of the tool whose result it is. */
  readonly tool?: string
}

/** Ends a text, so that no value is found over the border of two. */
const border = '\u0000'

/** Texts of one trust, one after the other, with the place at which each begins. */
class Texts {
  text = ''
  private readonly starts: number[] = []
  private readonly sources: TaintSource[] = []

  add(text: string, source: TaintSource): void {
    this.starts.push(this.text.length)
    this.sources.push(source)
    this.text += text + border
  }

  sourceAt(place: number): TaintSource {
    let [low, high] = [0, this.starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.starts[middle] as number) <= place) low = middle
      else high = middle
    }
    return this.sources[low] as TaintSource
  }
}

/** Trust of texts that count as sources, the highest first. What a model wrote is none: it may have read it elsewhere. */
const trusts: readonly Trust[] = ['developer', 'user', 'tool', 'external']

/** Texts of a session by the trust of their authors. An appended event is added at its own cost. */
export class SourceIndex {
  /** Number of events that are in it. */
  length = 0
  private readonly byTrust = new Map(trusts.map(trust => [trust, new Texts()]))
  /** Names of the tools by the ids of their newest calls. */
  private readonly tools = new Map<string, string>()

  /** Adds the events of a session that it does not have yet. */
  extend(session: Session): void {
    if (this.length === 0) this.addValue(session.stateAt(0), { place: 'state', trust: 'developer' })
    for (; this.length < session.length; this.length++) this.addEvent(session.event(this.length), this.length)
  }

  /** Returns the most trusted text that holds a plain form; null for none. */
  find(form: string): TaintSource | null {
    for (const texts of this.byTrust.values()) {
      const place = texts.text.indexOf(form)
      if (place >= 0) return texts.sourceAt(place)
    }
    return null
  }

  private addEvent(event: Event, seq: number): void {
    const trust = trustOf(event)
    for (const [index, part] of event.parts.entries()) {
      if (part.kind === 'tool-call') this.tools.set(part.id, part.name)
      // A summary repeats what others said, who are sources themselves.
      if (event.actions?.compaction === undefined) this.addPart(part, { place: `${seq}.${index}`, trust })
    }
    if (event.actions?.state?.set !== undefined)
      this.addValue(event.actions.state.set, { place: `${seq}.state`, trust })
  }

  private addPart(part: Part, source: TaintSource): void {
    switch (part.kind) {
      case 'text':
        return this.addText(part.text, source)
      case 'data':
        return this.addValue(part.value, source)
      case 'file':
        return part.name === undefined ? undefined : this.addText(part.name, source)
      case 'tool-result': {
        const tool = part.name ?? this.tools.get(part.id)
        // A model's event holds results of tools that its provider ran.
        const trust = source.trust === 'model' ? 'tool' : source.trust
        const from = { ...source, trust, ...(tool !== undefined && { tool }) }
        for (const each of part.content) this.addPart(each, from)
      }
    }
  }

  private addValue(value: unknown, source: TaintSource): void {
    for (const text of textsOf([value])) this.addText(text, source)
  }

  private addText(text: string, source: TaintSource): void {
    const texts = this.byTrust.get(source.trust)
    if (texts !== undefined) for (const form of plainForms(text)) texts.add(form, source)
  }
}
