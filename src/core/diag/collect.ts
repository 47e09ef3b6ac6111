import type { Diagnostic } from './diagnostic.ts'

/** Place of a finding, with its kind. All places of one kind become one diagnostic. */
export interface FindingNote {
  readonly kind: string
  readonly say: (at: readonly string[]) => Diagnostic
  readonly at: string
}

/** Collector of findings while a request is built. Each kind is reported once, with all its places. */
export class Findings {
  private readonly places = new Map<string, { say: FindingNote['say']; at: string[] }>()
  private readonly said: Diagnostic[] = []

  /** Adds a diagnostic unchanged. */
  addDiagnostic(diagnostic: Diagnostic): void {
    this.said.push(diagnostic)
  }

  /** Adds a place to the diagnostic of its kind. */
  addFindingPlace({ kind, say, at }: FindingNote): void {
    const known = this.places.get(kind)
    if (known) known.at.push(at)
    else this.places.set(kind, { say, at: [at] })
  }

  /** Whether one of the findings is an error. */
  get failed(): boolean {
    return this.all().some(({ level }) => level === 'error')
  }

  /** Returns all diagnostics: errors first, otherwise in the order in which they were found. */
  list(): Diagnostic[] {
    const found = this.all()
    // If every message has an unknown format, only that diagnostic is reported.
    const all = found.some(({ code }) => code === 'CX3014')
      ? found.filter(({ code }) => code !== 'CX3008')
      : found
    return (['error', 'warn', 'info'] as const).flatMap(level => all.filter(item => item.level === level))
  }

  private all(): Diagnostic[] {
    return [...this.said, ...[...this.places.values()].map(({ say, at }) => say(at))]
  }
}
