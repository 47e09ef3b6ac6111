import type { KeyOrigin } from './step.ts'

/** Sources of the values that steps have written. Each source is a key of the state before the first step. */
export class ValueSources {
  private readonly written = new Map<string, KeyOrigin>()

  /** Returns the sources of a key's value; the key itself if no step wrote it. */
  sourcesOfKey(key: string): KeyOrigin {
    return this.written.get(key) ?? { key, from: [key], user: false }
  }

  /** Traces the sources of a step's writes back to the state before the first step; records and returns them. */
  traceSources(origins: readonly KeyOrigin[]): readonly KeyOrigin[] {
    // All sources are determined before any is recorded, because they refer to the state before this step.
    const traced = origins.map(({ key, from, user }) => {
      const through = from.map(source => this.sourcesOfKey(source))
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
