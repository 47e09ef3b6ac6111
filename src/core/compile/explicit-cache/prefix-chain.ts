import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'

/** Request fields that are placed before the messages, by key. */
type Settings = Readonly<Record<string, unknown>>

/**
 * Hashes of all prefixes of a session's requests. The hash of a prefix combines the hash of the shorter prefix with the
 * next message, so only the new messages of a request are hashed. Messages are compared by identity, because each
 * message of a session is written only once.
 */
export class PrefixChain {
  private settings: Settings | null = null
  private head = ''
  private readonly known: object[] = []
  /** Entry 0 is the hash of the settings; entry N covers the settings and the first N messages. */
  private hashes: string[] = []

  /**
   * Returns the hashes of a request's prefixes, by their number of messages. The returned list is valid until the next
   * call.
   */
  hashPrefixes(model: string, settings: Settings, messages: readonly object[]): readonly string[] {
    if (this.settings === null || !hasSameSettings(this.settings, settings)) {
      const head = digest(toJson([model, settings]))
      if (head !== this.head) this.known.length = 0
      this.settings = settings
      this.head = head
    }
    const { known } = this
    const most = Math.min(known.length, messages.length)
    let same = 0
    while (same < most && isSameMessage(known[same] as object, messages[same] as object)) same++
    known.length = same
    this.hashes = this.hashes.slice(0, same + 1)
    this.hashes[0] = this.head
    for (const message of messages.slice(same)) {
      known.push(message)
      this.hashes.push(digest(`${this.hashes.at(-1)}${toJson(message)}`))
    }
    return this.hashes
  }
}

/** Whether two settings have the same keys with identical values. */
const hasSameSettings = (left: Settings, right: Settings): boolean => {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every(key => left[key] === right[key])
}

/**
 * Whether two messages have identical content. Messages that a fix joined are new objects in each request, but contain
 * the same part objects.
 */
function isSameMessage(left: object, right: object): boolean {
  if (left === right) return true
  const [one, other] = [left, right] as Settings[]
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every(key => isSameValue(one?.[key], other?.[key]))
}

const isSameValue = (left: unknown, right: unknown): boolean =>
  left === right ||
  (Array.isArray(left) &&
    Array.isArray(right) &&
    left.length === right.length &&
    left.every((item, index) => item === right[index]))
