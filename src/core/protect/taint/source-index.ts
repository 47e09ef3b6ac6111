import { callBranch, parsePlace } from '../../ir/call-branch.ts'
import { trustOfEvent } from '../../ir/event.ts'
import type { FilePart } from '../../ir/file.ts'
import type { Part } from '../../ir/part.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Session } from '../../session/session.ts'
import type { Rewinds } from '../../session/unit/rewinds.ts'
import { parseJson } from '../../text/json.ts'
import { mappedTexts } from '../../text/map-texts.ts'
import { plainForms } from './plain-form.ts'

/** Place in a session that contains a value. */
export interface TaintSource {
  /** Place as `seq.part` for a part, `seq.state` for a state change, and `state` for the initial state. */
  readonly place: string
  readonly trust: Trust
  /** Name of the tool, if the place is a tool result. */
  readonly tool?: string
}

/** Character that ends a text, so that no value is found across the border of two texts. */
const border = '\u0000'

/**
 * A block that is longer than this gets no more texts; the next text starts a new block. After each addition, the next
 * search copies the whole block, so blocks stay short.
 */
const blockLength = 65_536

/** Concatenated texts, with the index at which each begins. */
interface Block {
  text: string
  readonly starts: number[]
  readonly sources: TaintSource[]
}

/** Texts whose authors have the same level of trust. */
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

  /** Returns the source of the first text that contains the form to look up; null for none. */
  find(form: string): TaintSource | null {
    for (const { text, starts, sources } of this.blocks) {
      const place = text.indexOf(form)
      if (place >= 0) return sources[lastUpTo(starts, place)] as TaintSource
    }
    return null
  }
}

/** Returns the index of the last number that is at most `most`. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= most) low = middle
    else high = middle
  }
  return low
}

/**
 * Levels of trust that count as sources, highest first. Text written by a model is no source, because the model may
 * have read it elsewhere.
 */
const trusts: readonly Exclude<Trust, 'model'>[] = ['developer', 'user', 'tool', 'external']

/** Texts of a session by the trust of their authors. Adding an event costs only that event. */
export class SourceIndex {
  /** Number of events in the index. */
  length = 0
  private readonly byTrust = new Map<Trust, Texts>(trusts.map(trust => [trust, new Texts()]))
  /** Newest call for each id on a branch. */
  private readonly calls = new Map<string, { readonly name: string; readonly branch: string }>()
  /**
   * Branches that have events. If the branch of a call is among them, an agent answered the call, so a model wrote the
   * result.
   */
  private readonly branches = new Set<string>()

  /** Adds the events of a session that the index does not have yet. */
  extend(session: Session): void {
    const { rewinds } = session.units
    const isRewound = rewinds.hasRewindAfter(this.length)
    if (isRewound) this.clear()
    const gone = isRewound ? rewoundBy(rewinds) : null
    if (this.length === 0) this.addValue(session.stateAt(0), { place: 'state', trust: 'developer' })
    for (; this.length < session.length; this.length++)
      if (!gone?.has(this.length)) this.addEvent(session, this.length)
  }

  private clear(): void {
    this.length = 0
    this.calls.clear()
    this.branches.clear()
    for (const trust of trusts) this.byTrust.set(trust, new Texts())
  }

  /** Returns the source of the most trusted text that contains the form to look up; null for none. */
  find(form: string): TaintSource | null {
    for (const texts of this.byTrust.values()) {
      const source = texts.find(form)
      if (source !== null) return source
    }
    return null
  }

  private addEvent(session: Session, seq: number): void {
    const event = session.event(seq)
    const trust = trustOfEvent(event)
    const { actions, author, branch } = event
    this.branches.add(branch)
    // A summary repeats other texts, and so does a runner's text for a model. The authors of these texts are already
    // sources.
    const isRepeated =
      actions?.compaction !== undefined ||
      (author === 'developer' && actions?.run !== undefined) ||
      // A model wrote the report of an agent that worked in the background.
      actions?.run?.reported !== undefined
    for (const [index, part] of event.parts.entries()) {
      const place = `${seq}.${index}`
      if (part.kind === 'tool-call')
        this.calls.set(`${branch}\n${part.id}`, { name: part.name, branch: callBranch(place) })
      if (!isRepeated) this.addPart(part, { place, trust }, branch)
    }
    const { call = '', arguments: edited } = actions?.run?.decided ?? {}
    if (edited !== undefined) {
      const of = parsePlace(call)
      // A log from another source may name a call that does not exist.
      const made = of.seq < seq ? session.event(of.seq).parts[of.part] : undefined
      if (made?.kind === 'tool-call') {
        const written = typeof made.arguments === 'string' ? parseJson(made.arguments) : made.arguments
        // A text that the model wrote is still the model's, wherever the person left it or moved it.
        const kept = new Set(mappedTexts([written]))
        for (const text of mappedTexts([edited]))
          if (!kept.has(text)) this.addText(text, { place: `${seq}`, trust: 'user' })
      }
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
        // A model's event may contain results of provider-run tools.
        const trust = source.trust === 'model' ? 'tool' : source.trust
        const from = { ...source, trust, ...(tool !== undefined && { tool }) }
        for (const each of part.content) this.addPart(each, from, branch)
        return
      }
      // Such parts were written by a model, or nobody can read them.
      case 'opaque':
      case 'reasoning':
      case 'tool-call':
        return
      default:
        part satisfies never
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

/** Returns the events that rewinds take back. */
function rewoundBy(rewinds: Rewinds): ReadonlySet<number> {
  const gone = new Set<number>()
  let lowest = Number.POSITIVE_INFINITY
  // The newest comes first, so what an older one takes back from `lowest` on is known.
  for (const { seq, to } of rewinds.counting()) {
    for (let at = to; at < Math.min(seq, lowest); at++) gone.add(at)
    lowest = Math.min(lowest, to)
  }
  return gone
}
