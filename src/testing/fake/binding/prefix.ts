import { digestOf } from './canonical.ts'
import type { Applies } from './rules.ts'

/** Parts of a request that precede its messages or items, each as a digest: `system`, `tools`, `text.format`. */
export type Header = Readonly<Record<string, string>>

/** State of the prefix at the time when a reasoning item was made. */
export interface PrefixOrigin {
  readonly header: Header
  /** Id of the newest compaction before the item; empty if there is none. */
  readonly base: string
  /** Digest over all elements since the base. */
  readonly chain: string
  /** Four characters for each element since the base, used only to find the position of a change. */
  readonly trail: string
  /** Number of reasoning items sent before the item, and the id of the last one. */
  readonly count: number
  readonly last: string
}

/** End of the messages that a compaction replaced. */
export interface CompactedPrefix {
  readonly chain: string
  readonly kept: readonly string[]
}

/** Prefix of a request that grows as its elements are read. */
export interface Prefix {
  /** Adds an element that the model reads: its path in the request and its canonical text. */
  readonly add: (path: string, text: string) => void
  /** Adds a reasoning item, by its id. */
  readonly pass: (id: string) => void
  /**
   * Begins a new prefix at a compaction. `end` is the prefix that the compaction kept; null if no earlier reasoning
   * stays valid.
   */
  readonly restart: (id: string, end: CompactedPrefix | null) => void
  /** Makes all reasoning before the compaction invalid. */
  readonly cut: () => void
  /** Returns the recorded prefix of a reasoning item that is made at this position. */
  readonly origin: () => PrefixOrigin
  /** Returns the bases whose reasoning is still valid at this position. */
  readonly bases: () => readonly string[]
  /** Returns the change since an item at this position was made; null if nothing changed. */
  readonly change: (made: PrefixOrigin) => string | null
}

const width = 4

/** Creates the empty prefix of a request. */
export const createPrefix = (header: Header, applies: Applies): Prefix => {
  let [base, chain, trail, last] = ['', '', '', '']
  let count = 0
  let paths: string[] = []
  let kept: readonly string[] = []

  const changedElement = (made: PrefixOrigin): string => {
    if (made.base !== base) return 'what follows the compaction does not continue what it summarized'
    const at = paths.findIndex(
      (_, i) => trail.slice(i * width, (i + 1) * width) !== made.trail.slice(i * width, (i + 1) * width),
    )
    if (at < 0) return `content is missing after ${paths.at(-1) ?? 'the beginning'}`
    if (made.trail.length <= at * width) return `${paths[at]} was added`
    return `${paths[at]} differs`
  }

  const changedRun = (made: PrefixOrigin): string | null => {
    if (applies('gap') && count > 0 && made.last !== last)
      return 'the reasoning item before it is another than when it was made'
    if (applies('put-back') && count > made.count) return 'an earlier reasoning item was put back'
    return null
  }

  return {
    add: (path, text) => {
      const own = digestOf(text)
      chain = digestOf(`${chain} ${own}`)
      trail += own.slice(0, width)
      paths.push(path)
    },
    pass: id => {
      count += 1
      last = id
    },
    restart: (id, end) => {
      ;[base, chain, trail, last, count, paths] = [id, end?.chain ?? digestOf(id), '', '', 0, []]
      kept = end?.kept ?? []
    },
    cut: () => {
      kept = []
    },
    origin: () => ({ header, base, chain, trail, count, last }),
    bases: () => [base, ...kept],
    change: made => {
      const parts = Object.keys({ ...header, ...made.header }).filter(
        part => header[part] !== made.header[part],
      )
      if (parts.length > 0) return parts.map(part => `${part} differs`).join(', ')
      if (applies('carry-item') && made.base !== base && !kept.includes(made.base))
        return 'it was made in another window'
      return made.chain === chain ? changedRun(made) : changedElement(made)
    },
  }
}
