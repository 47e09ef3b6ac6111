import { digestOf } from './canonical.ts'
import type { Applies } from './rules.ts'

/** Digests of the request parts before the messages or items: `system`, `tools`, `text.format`. */
export type Header = Readonly<Record<string, string>>

/** State of the conversation prefix when the model made a reasoning item. */
export interface PrefixOrigin {
  readonly header: Header
  /** Id of the newest compaction before the reasoning item; empty if there is none. */
  readonly base: string
  /** Digest of all prefix elements since the newest compaction. */
  readonly chain: string
  /** First four digest characters of each element since the newest compaction, to find the position of a change. */
  readonly trail: string
  /** Number of reasoning items sent before the reasoning item, and the id of the last of them. */
  readonly count: number
  readonly last: string
}

/** State of the prefix at the end of the messages that a compaction replaced. */
export interface CompactedPrefix {
  readonly chain: string
  readonly kept: readonly string[]
}

/** Prefix of a request, which grows with each element that is read. */
export interface Prefix {
  /** Adds an element that the model reads, with its path in the request and its canonical text. */
  readonly add: (path: string, text: string) => void
  /** Adds a reasoning item with the given id. */
  readonly pass: (id: string) => void
  /**
   * Begins a new prefix at a compaction. `end` is the state at the end of the replaced messages; null if earlier
   * reasoning becomes invalid.
   */
  readonly restart: (id: string, end: CompactedPrefix | null) => void
  /** Makes all reasoning before the newest compaction invalid. */
  readonly cut: () => void
  /** Returns the state to record in a reasoning item that the model makes now. */
  readonly origin: () => PrefixOrigin
  /** Returns the ids of the compactions after which reasoning is still valid at this position. */
  readonly bases: () => readonly string[]
  /** Describes the change since a reasoning item was made; null if nothing changed. */
  readonly change: (made: PrefixOrigin) => string | null
}

const width = 4

/** Creates the prefix of a request that has no messages or items yet. */
export const createPrefix = (header: Header, applies: Applies): Prefix => {
  let [base, chain, trail, last] = ['', '', '', '']
  let count = 0
  let paths: string[] = []
  let kept: readonly string[] = []

  const describeChangedElement = (made: PrefixOrigin): string => {
    if (made.base !== base) return 'what follows the compaction does not continue what it summarized'
    const at = paths.findIndex(
      (_, i) => trail.slice(i * width, (i + 1) * width) !== made.trail.slice(i * width, (i + 1) * width),
    )
    if (at < 0) return `content is missing after ${paths.at(-1) ?? 'the beginning'}`
    if (made.trail.length <= at * width) return `${paths[at]} was added`
    return `${paths[at]} differs`
  }

  const describeReasoningChange = (made: PrefixOrigin): string | null => {
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
      return made.chain === chain ? describeReasoningChange(made) : describeChangedElement(made)
    },
  }
}
