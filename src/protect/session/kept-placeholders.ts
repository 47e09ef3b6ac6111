import type { Event } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { toJson } from '../../text/json.ts'
import { type Keeps, placeholdersIn, type Registry } from './registry.ts'

const none: Keeps = () => false

/**
 * Placeholders that events may hold as they are: a model may write those that it was shown, and a tool those that it was
 * given in the call. Anywhere else, a text that looks like one is somebody's forgery.
 */
export class KeptPlaceholders {
  private readonly registry: Registry
  /** Number of placeholders that were known before each event of a model; 0 for other events. */
  private readonly shown: number[] = []
  /** Placeholders in the newest call of each id. */
  private readonly given = new Map<string, ReadonlySet<string>>()
  /** Placeholders that the calls of an event's results were given, by the event's seq. */
  private readonly returned = new Map<number, ReadonlySet<string>>()

  constructor(registry: Registry) {
    this.registry = registry
  }

  /** Takes note of the next event, before its own values are known. `isShown`: whether its author reads what is protected. */
  note({ parts }: Event, isShown: boolean): void {
    const { size } = this.registry
    const seq = this.shown.push(isShown ? size : 0) - 1
    if (size === 0) return
    const returned: string[] = []
    for (const part of parts)
      if (part.kind === 'tool-call')
        this.given.set(part.id, new Set(isShown ? this.knownIn(part.arguments) : []))
      else if (part.kind === 'tool-result') returned.push(...(this.given.get(part.id) ?? []))
    if (returned.length > 0) this.returned.set(seq, new Set(returned))
  }

  /** Returns which placeholders a part of an event may hold; for null, the event's other values. */
  keeps(seq: number, part: Part | null): Keeps {
    const shown = this.shown[seq] ?? 0
    const returned = this.returned.get(seq)
    const isOfTool = part === null ? shown === 0 : part.kind === 'tool-result'
    if (isOfTool) return returned === undefined ? none : placeholder => returned.has(placeholder)
    return shown === 0 ? none : placeholder => this.registry.isAmong(placeholder, shown)
  }

  private knownIn(value: unknown): readonly string[] {
    return placeholdersIn(toJson(value)).filter(each => this.registry.valueOf(each) !== null)
  }
}
