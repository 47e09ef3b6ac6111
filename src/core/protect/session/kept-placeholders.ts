import { callBranch } from '../../ir/call-branch.ts'
import type { Event, EventRange } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { toJson } from '../../text/json.ts'
import { type Keeps, placeholdersIn, type Registry } from './registry.ts'

const none: Keeps = () => false

/** Placeholders in the arguments of a call, and the branch on which an agent that works as a tool answers the call. */
interface GivenCall {
  readonly placeholders: ReadonlySet<string>
  readonly branch: string
}

/**
 * Placeholders that events may contain unchanged: a model may write placeholders that it was shown, and a tool
 * placeholders from its call. Everywhere else, a text that looks like a placeholder counts as forged.
 */
export class KeptPlaceholders {
  private readonly registry: Registry
  /** Number of placeholders that existed before each event of a model; 0 for all other events. */
  private readonly shown: number[] = []
  /** Newest call for each id on a branch. */
  private readonly calls = new Map<string, GivenCall>()
  /** Calls to agents that work as tools, by the branch of the answer. */
  private readonly asked = new Map<string, GivenCall>()
  /** Branches with an answer of a model that reads through the same lens, and so was shown placeholders. */
  private readonly branches = new Set<string>()
  /**
   * Placeholders that tool results, and requests to agents that work as tools, may contain, by the seq of the event
   * that contains them.
   */
  private readonly given = new Map<number, () => Keeps>()

  private readonly protectedAt: (seq: number) => Event | undefined

  /** `protectedAt` returns the protected form of an earlier event. */
  constructor(registry: Registry, protectedAt: (seq: number) => Event | undefined) {
    this.registry = registry
    this.protectedAt = protectedAt
  }

  /**
   * Records the next event, before the values in the event are registered. `isShown`: whether the event's author reads
   * through the same lens.
   */
  note({ parts, branch, actions, author }: Event, isShown: boolean): void {
    const { size } = this.registry
    const seq = this.shown.push(isShown ? size : 0) - 1
    if (size === 0) return
    // A block was protected before a request showed it, so its placeholders are the compiler's own.
    if (actions?.shown !== undefined && author === 'developer') this.given.set(seq, () => () => true)
    const covers = actions?.compaction?.covers ?? actions?.effect?.covers ?? actions?.madeFrom
    if (covers !== undefined && author === 'developer')
      this.given.set(seq, () => this.keepsFromEvents(covers, seq, size))
    const { decided, waits } = actions?.run ?? {}
    // Changed arguments of a call, and the question of its tool, may have the placeholders that its model wrote.
    const about = decided?.arguments ? decided.call : waits?.question && waits.calls[0]
    const made = about === undefined ? undefined : this.asked.get(callBranch(about))
    if (made !== undefined) this.given.set(seq, () => placeholder => made.placeholders.has(placeholder))
    if (isShown) this.branches.add(branch)
    const asked = isShown ? undefined : this.asked.get(branch)
    if (asked !== undefined) this.given.set(seq, () => placeholder => asked.placeholders.has(placeholder))
    for (const [index, part] of parts.entries())
      if (part.kind === 'tool-call') {
        const placeholders = new Set(isShown ? this.knownPlaceholdersIn(part.arguments) : [])
        const call = { placeholders, branch: callBranch(`${seq}.${index}`) }
        this.calls.set(`${branch}\n${part.id}`, call)
        this.asked.set(call.branch, call)
      } else if (part.kind === 'tool-result') {
        const call = this.calls.get(`${branch}\n${part.id}`)
        const others = this.given.get(seq)
        if (call !== undefined) this.given.set(seq, () => this.keepsForResult(call, size, others?.() ?? none))
      }
  }

  /**
   * Returns the placeholders that may be in an event made from other events, such as a summary: those that the
   * protected source events contain, if they are among the first `size` of the registry.
   */
  private keepsFromEvents(covers: readonly EventRange[], before: number, size: number): Keeps {
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

  /**
   * Returns the placeholders that a call's result may contain, in addition to those that other results of the event may
   * contain.
   */
  private keepsForResult({ placeholders, branch }: GivenCall, size: number, others: Keeps): Keeps {
    // An agent answered this call. Its model wrote the result, and was shown placeholders.
    const isOfAgent = this.branches.has(branch)
    return placeholder =>
      others(placeholder) ||
      placeholders.has(placeholder) ||
      (isOfAgent && this.registry.isAmong(placeholder, size))
  }

  /** Whether the model of an event was shown a placeholder before the event. */
  isShown(placeholder: string, seq: number): boolean {
    return this.registry.isAmong(placeholder, this.shown[seq] ?? 0)
  }

  /**
   * Returns the placeholders that a part of an event may contain. If `part` is null, returns the placeholders for the
   * event's values outside its parts.
   */
  keepsForPart(seq: number, part: Part | null): Keeps {
    const shown = this.shown[seq] ?? 0
    if (shown === 0 || part?.kind === 'tool-result') return this.given.get(seq)?.() ?? none
    return placeholder => this.isShown(placeholder, seq)
  }

  private knownPlaceholdersIn(value: unknown): readonly string[] {
    return placeholdersIn(toJson(value)).filter(each => this.registry.valueOf(each) !== null)
  }
}
