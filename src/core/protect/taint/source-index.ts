import { callBranch } from '../../ir/call-branch.ts'
import { type Event, trustOf } from '../../ir/event.ts'
import type { FilePart } from '../../ir/file.ts'
import type { Part } from '../../ir/part.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import { mappedTexts } from '../../text/map-texts.ts'
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

/** Length from which on texts go into a new block: a block that grows is written anew for the next search. */
const blockLength = 65_536

/** Texts one after the other, with the place at which each begins. */
interface Block {
  text: string
  readonly starts: number[]
  readonly sources: TaintSource[]
}

/** Texts of one trust. */
class Texts {
  private readonly blocks: Block[] = []

  add(text: string, source: TaintSource): void {
    let block = this.blocks.at(-1)
    if (block === undefined || block.text.length > blockLength) {
      block = { text: '', starts: [], sources: [] }
      this.blocks.push(block)
    }
    block.starts.push(block.text.length)
    block.sources.push(source)
    block.text += text + border
  }

  /** Returns the source of the first text that holds a form; null for none. */
  find(form: string): TaintSource | null {
    for (const { text, starts, sources } of this.blocks) {
      const place = text.indexOf(form)
      if (place >= 0) return sources[lastUpTo(starts, place)] as TaintSource
    }
    return null
  }
}

/** Returns the index of the last number up to another one. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= most) low = middle
    else high = middle
  }
  return low
}

/** Trust of texts that count as sources, the highest first. What a model wrote is none: it may have read it elsewhere. */
const trusts: readonly Exclude<Trust, 'model'>[] = ['developer', 'user', 'tool', 'external']

/** Texts of a session by the trust of their authors. An appended event is added at its own cost. */
export class SourceIndex {
  /** Number of events that are in it. */
  length = 0
  private readonly byTrust = new Map<Trust, Texts>(trusts.map(trust => [trust, new Texts()]))
  /** The newest call of each id on a branch. */
  private readonly calls = new Map<string, { readonly name: string; readonly branch: string }>()
  /** Branches on which something was said: the answer of an agent that works as a tool is a model's. */
  private readonly branches = new Set<string>()

  /** Adds the events of a session that it does not have yet. */
  extend(session: Session): void {
    const added = Array.from({ length: session.length - this.length }, (_, at) =>
      session.event(this.length + at),
    )
    const rewound = added.some(({ actions }) => actions?.rewind !== undefined)
    if (rewound) this.clear()
    const gone = rewound ? rewoundIn(session) : null
    if (this.length === 0) this.addValue(session.stateAt(0), { place: 'state', trust: 'developer' })
    for (; this.length < session.length; this.length++)
      if (!gone?.has(this.length)) this.addEvent(session.event(this.length), this.length)
  }

  private clear(): void {
    this.length = 0
    this.calls.clear()
    this.branches.clear()
    for (const trust of trusts) this.byTrust.set(trust, new Texts())
  }

  /** Returns the most trusted text that holds a plain form; null for none. */
  find(form: string): TaintSource | null {
    for (const texts of this.byTrust.values()) {
      const source = texts.find(form)
      if (source !== null) return source
    }
    return null
  }

  private addEvent(event: Event, seq: number): void {
    const trust = trustOf(event)
    const { actions, author, branch } = event
    this.branches.add(branch)
    // A summary, and what a runner tells a model, repeat what others said, who are sources themselves.
    const isRepeated =
      actions?.compaction !== undefined || (author === 'developer' && actions?.run !== undefined)
    for (const [index, part] of event.parts.entries()) {
      const place = `${seq}.${index}`
      if (part.kind === 'tool-call')
        this.calls.set(`${branch}\n${part.id}`, { name: part.name, branch: callBranch(place) })
      if (!isRepeated) this.addPart(part, { place, trust }, branch)
    }
    if (event.actions?.state?.set !== undefined)
      this.addValue(event.actions.state.set, { place: `${seq}.state`, trust })
  }

  private addPart(part: Part, source: TaintSource, branch: string): void {
    switch (part.kind) {
      case 'text':
        return this.addText(part.text, source)
      case 'data':
        return this.addValue(part.value, source)
      case 'file':
        return this.addFile(part, source)
      case 'tool-result': {
        const call = this.calls.get(`${branch}\n${part.id}`)
        if (call !== undefined && this.branches.has(call.branch)) return
        const tool = part.name ?? call?.name
        // A model's event holds results of tools that its provider ran.
        const trust = source.trust === 'model' ? 'tool' : source.trust
        const from = { ...source, trust, ...(tool !== undefined && { tool }) }
        for (const each of part.content) this.addPart(each, from, branch)
      }
    }
  }

  private addFile({ name, source: file }: FilePart, source: TaintSource): void {
    if (name !== undefined) this.addText(name, source)
    if (file.type === 'text') this.addText(file.text, source)
    if (file.type === 'url') this.addText(file.url, source)
  }

  private addValue(value: unknown, source: TaintSource): void {
    for (const text of mappedTexts([value])) this.addText(text, source)
  }

  private addText(text: string, source: TaintSource): void {
    const texts = this.byTrust.get(source.trust)
    if (texts === undefined) return
    const { whole, decoded } = plainForms(text)
    for (const form of [...whole, ...decoded]) texts.add(form, source)
  }
}

/** Returns the events of a session that were taken back. */
function rewoundIn(session: Session): ReadonlySet<number> {
  const gone = new Set<number>()
  for (let seq = 0; seq < session.length; seq++) {
    const to = session.event(seq).actions?.rewind?.to
    for (let at = to ?? seq; at < seq; at++) gone.add(at)
  }
  return gone
}
