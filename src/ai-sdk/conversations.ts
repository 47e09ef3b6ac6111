import { digest } from '../text/digest.ts'

/** Bytes as a short text: where they are many, their number and some of them stand for all. */
function bytes(value: Uint8Array): string {
  const some = value.length <= 64 ? value : [...value.subarray(0, 32), ...value.subarray(-32)]
  return `bytes ${value.length} ${[...some].join()}`
}

const plain = (_key: string, value: unknown): unknown => (value instanceof Uint8Array ? bytes(value) : value)

/** For each length of a conversation's beginning: what it is known by. Two conversations share one only as far as they are alike. */
function* fingerprints(messages: readonly object[]): Generator<string> {
  let last = ''
  for (const message of messages) {
    last = digest(`${last}${JSON.stringify(message, plain)}`)
    yield last
  }
}

/** A conversation that goes on, or begins. */
export interface Found<State> {
  /** What was kept at the longest beginning that is known; undefined where none is. */
  readonly state: State | undefined
  /** Keeps what is to be found when the conversation goes on from here. */
  keep(state: State): void
}

/**
 * What is remembered of conversations between two calls. One is known by its messages, so that many may go on at the
 * same time through one middleware, and one that branches is two; the one that was idle longest is forgotten first.
 */
export class Conversations<State> {
  private readonly states = new Map<string, State>()
  private readonly most: number

  constructor(most = 1_000) {
    this.most = most
  }

  find(messages: readonly object[]): Found<State> {
    const all = [...fingerprints(messages)]
    const known = all.findLast(fingerprint => this.states.has(fingerprint))
    const end = all.at(-1) ?? ''
    return {
      state: known === undefined ? undefined : this.states.get(known),
      keep: state => {
        this.states.delete(end)
        this.states.set(end, state)
        for (const oldest of this.states.keys()) {
          if (this.states.size <= this.most) break
          this.states.delete(oldest)
        }
      },
    }
  }
}
