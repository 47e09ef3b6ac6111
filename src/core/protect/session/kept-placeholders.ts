import { callBranch } from '../../ir/call-branch.ts'
import type { Event, EventRange } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { toJson } from '../../text/json.ts'
import { type Keeps, placeholdersIn, type Registry } from './registry.ts'

const none: Keeps = () => false

/** A call, by the placeholders in its arguments and the branch on which an agent that works as a tool answers it. */
interface GivenCall {
  readonly placeholders: ReadonlySet<string>
  readonly branch: string
}

/**
 * Placeholders that events may hold unchanged: a model may write those that it was shown, and a tool those that it was
 * given in the call. Anywhere else, a text that looks like one is somebody's forgery.
 */
export class KeptPlaceholders {
  private readonly registry: Registry
  /** Number of placeholders that were known before each event of a model; 0 for other events. */
  private readonly shown: number[] = []
  /** The newest call of each id on a branch. */
  private readonly calls = new Map<string, GivenCall>()
  /** Calls of agents that work as tools, by the branch of their answer. */
  private readonly asked = new Map<string, GivenCall>()
  /** Branches on which a model spoke that reads what is protected. */
  private readonly branches = new Set<string>()
  /** Placeholders that results, and requests to agents that work as tools, may hold, by the event's seq. */
  private readonly given = new Map<number, () => Keeps>()

  private readonly protectedAt: (seq: number) => Event | undefined

  /** `protectedAt` returns the protected form of an earlier event. */
  constructor(registry: Registry, protectedAt: (seq: number) => Event | undefined) {
    this.registry = registry
    this.protectedAt = protectedAt
  }

  /** Takes note of the next event, before its own values are known. `isShown`: whether its author reads what is protected. */
  note({ parts, branch, actions, author }: Event, isShown: boolean): void {
    const { size } = this.registry
    const seq = this.shown.push(isShown ? size : 0) - 1
    if (size === 0) return
    const covers = actions?.compaction?.covers ?? actions?.effect?.covers ?? actions?.madeFrom
    if (covers !== undefined && author === 'developer')
      this.given.set(seq, () => this.inEvents(covers, seq, size))
    if (isShown) this.branches.add(branch)
    const asked = isShown ? undefined : this.asked.get(branch)
    if (asked !== undefined) this.given.set(seq, () => placeholder => asked.placeholders.has(placeholder))
    for (const [index, part] of parts.entries())
      if (part.kind === 'tool-call') {
        const placeholders = new Set(isShown ? this.knownIn(part.arguments) : [])
        const call = { placeholders, branch: callBranch(`${seq}.${index}`) }
        this.calls.set(`${branch}\n${part.id}`, call)
        this.asked.set(call.branch, call)
      } else if (part.kind === 'tool-result') {
        const call = this.calls.get(`${branch}\n${part.id}`)
        const others = this.given.get(seq)
        if (call !== undefined) this.given.set(seq, () => this.keepsOf(call, size, others?.() ?? none))
      }
  }

  /**
   * Returns which placeholders an event may hold: those in the events that it was made of, in current form, of the `size` that
   * were known before it.
   */
  private inEvents(covers: readonly EventRange[], before: number, size: number): Keeps {
    let known: ReadonlySet<string> | null = null
    return placeholder => {
      if (known === null) {
        const found = new Set<string>()
        for (const { from, to } of covers)
          for (let seq = from; seq < Math.min(to, before); seq++)
            for (const each of placeholdersIn(toJson(this.protectedAt(seq) ?? null))) found.add(each)
        known = found
      }
      return known.has(placeholder) && this.registry.isAmong(placeholder, size)
    }
  }

  /** Returns which placeholders the result of a call may hold, besides those of others in its event. */
  private keepsOf({ placeholders, branch }: GivenCall, size: number, others: Keeps): Keeps {
    // The answer of an agent is a model's.
    const isOfAgent = this.branches.has(branch)
    return placeholder =>
      others(placeholder) ||
      placeholders.has(placeholder) ||
      (isOfAgent && this.registry.isAmong(placeholder, size))
  }

  /** Whether the model of an event was shown a placeholder before it. */
  isShown(placeholder: string, seq: number): boolean {
    return this.registry.isAmong(placeholder, this.shown[seq] ?? 0)
  }

  /** Returns which placeholders a part of an event may hold; for null, the event's other values. */
  keeps(seq: number, part: Part | null): Keeps {
    const shown = this.shown[seq] ?? 0
    if (shown === 0 || part?.kind === 'tool-result') return this.given.get(seq)?.() ?? none
    return placeholder => this.isShown(placeholder, seq)
  }

  private knownIn(value: unknown): readonly string[] {
    return placeholdersIn(toJson(value)).filter(each => this.registry.valueOf(each) !== null)
  }
}
