import { headEnd, tailStart } from './cut-point.ts'
import type { Engine } from './engine.ts'

/** Part of a text to keep: its beginning, its end, or half of the tokens at each. */
export type Keep = 'head' | 'tail' | 'ends'

/** Result of truncating a text. */
export interface Truncated {
  /** Remaining text, with the mark at the cut. */
  readonly text: string
  /** Exact number of tokens. */
  readonly tokens: number
  /** Range that was cut out of the given text, in UTF-16 units; null if the whole text fits. */
  readonly cut: { readonly from: number; readonly to: number } | null
}

/** Cuts a text to a number of tokens, with a mark at the cut. */
export function cutText(engine: Engine, text: string, limit: number, keep: Keep, mark: string): Truncated {
  const all = engine.count(text, limit)
  if (all <= limit) return { text, tokens: all, cut: null }
  // The joined text may have more tokens than its parts, so each further attempt keeps fewer: one token less, then two,
  // then four, and so on.
  for (let share = limit - engine.count(mark, limit), less = 1; share >= 0; share -= less, less *= 2) {
    const { from, to } = rangeToCut(engine, text, share, keep)
    const left = text.slice(0, from) + mark + text.slice(to)
    const count = engine.count(left, Number.POSITIVE_INFINITY)
    if (count <= limit) return { text: left, tokens: count, cut: { from, to } }
  }
  return { text: '', tokens: 0, cut: { from: 0, to: text.length } }
}

/** Returns the range to cut out so that `limit` tokens remain. */
function rangeToCut(engine: Engine, text: string, limit: number, keep: Keep): { from: number; to: number } {
  if (keep === 'head') return { from: headEnd(engine, text, limit), to: text.length }
  if (keep === 'tail') return { from: 0, to: tailStart(engine, text, limit) }
  const to = tailStart(engine, text, Math.floor(limit / 2))
  return { from: Math.min(headEnd(engine, text, Math.ceil(limit / 2)), to), to }
}
