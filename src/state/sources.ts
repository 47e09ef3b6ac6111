import type { KeyOrigin } from './step.ts'

/** Sources of the values that a row of steps has written so far, as keys of the state before the first. */
export class ValueSources {
  private readonly written = new Map<string, KeyOrigin>()

  /** Returns the sources of a key's value; the key itself where no step has written it. */
  of(key: string): KeyOrigin {
    return this.written.get(key) ?? { key, from: [key], user: false }
  }

  /** Traces back what a step wrote, records it, and returns it. */
  follow(origins: readonly KeyOrigin[]): readonly KeyOrigin[] {
    // All before any: they come from the state before the step.
    const traced = origins.map(({ key, from, user }) => {
      const through = from.map(source => this.of(source))
      return {
        key,
        from: [...new Set(through.flatMap(source => source.from))],
        user: user || through.some(source => source.user),
      }
    })
    for (const origin of traced) this.written.set(origin.key, origin)
    return traced
  }
}
