import { type Effect, effectOf } from './effect.ts'
import type { EmbedHandler } from './handler.ts'

/** Cache of a session's effects, so that each text is hashed only once. The cache never changes a result. */
export class EffectKeys {
  private readonly embeds = new Map<string, Map<string, Effect<'embed'>>>()

  /** Returns the effect that embeds a text. */
  embed(handler: EmbedHandler, text: string): Effect<'embed'> {
    const by = JSON.stringify([handler.id, handler.version])
    const known = this.embeds.get(by) ?? new Map<string, Effect<'embed'>>()
    this.embeds.set(by, known)
    const effect = known.get(text) ?? effectOf('embed', handler, { text })
    known.set(text, effect)
    return effect
  }
}
