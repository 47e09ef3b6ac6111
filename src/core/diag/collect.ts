import type { Diagnostic } from './diagnostic.ts'

/** Place of a kind of finding. All places of a kind become one diagnostic. */
export interface FindingNote {
  readonly kind: string
  readonly say: (at: readonly string[]) => Diagnostic
  readonly at: string
}

/** Collector of places by kind while a request is built, so that each kind is reported once. */
export class Findings {
  private readonly places = new Map<string, { say: FindingNote['say']; at: string[] }>()
  private readonly said: Diagnostic[] = []

  /** Adds a diagnostic unchanged. */
  say(diagnostic: Diagnostic): void {
    this.said.push(diagnostic)
  }

  /** Adds a place to its kind. */
  note({ kind, say, at }: FindingNote): void {
    const known = this.places.get(kind)
    if (known) known.at.push(at)
    else this.places.set(kind, { say, at: [at] })
  }

  /** Whether there is an error among the findings. */
  get failed(): boolean {
    return this.all().some(({ level }) => level === 'error')
  }

  /** Returns all diagnostics, errors first, then in the order they were found. */
  list(): Diagnostic[] {
    const found = this.all()
    // If no message could be read, each of them has an unknown format: one cause gives one diagnostic.
    const all = found.some(({ code }) => code === 'CX3014')
      ? found.filter(({ code }) => code !== 'CX3008')
      : found
    return (['error', 'warn', 'info'] as const).flatMap(level => all.filter(item => item.level === level))
  }

  private all(): Diagnostic[] {
    return [...this.said, ...[...this.places.values()].map(({ say, at }) => say(at))]
  }
}
