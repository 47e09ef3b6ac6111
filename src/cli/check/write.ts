import type { JsonObject } from '../../core/ir/json.ts'

/** Part of a program, or the session, that writes the value of a key. */
export type KeyWriter =
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'tool'; readonly name: string; readonly agent: string }
  /** Memory rule that stores values from an agent's answer, named as in `ctxc/remember`. */
  | { readonly kind: 'memory'; readonly name: string; readonly agent: string }
  /** State step, named as in `S`: `capture`, `rename`. */
  | { readonly kind: 'step'; readonly name: string }
  /** Item of the list of a `mapOver`, which each round gets. */
  | { readonly kind: 'item'; readonly name: string }
  /** List of the answers of these agents, which a `mapOver` stores. */
  | { readonly kind: 'mapOver'; readonly name: string; readonly agents: readonly string[] }
  /** Session that has the key before the program runs. */
  | { readonly kind: 'session'; readonly name: string }

/** Relation between a written value and the values that the step reads. */
export type Making = 'moved' | 'joined' | 'made' | 'constant' | 'user'

/** Write of a key at one place, with the analysis results. Each pair of place and key has one object. */
export interface Write {
  readonly key: string
  readonly by: KeyWriter
  /** Path of the member that writes the key. */
  readonly place: string
  readonly making: Making
  /** Schema of the agent's answer, if an agent writes the key. */
  readonly schema?: JsonObject | undefined
  /** Writes whose values are part of this write's value. */
  readonly from: Set<Write>
  /** Whether anything reads the written value. */
  read: boolean
  /** Whether the program continues after the write, so that something could have read the value. */
  followed: boolean
  /** Paths of the places that replace or remove the value. */
  readonly replacedAt: Set<string>
}

/** Reason why a key is missing. */
export interface Gap {
  /** Name in `S` of the step that removed the key: `drop`, `pick`, `rename`; null if nothing ever wrote the key. */
  readonly by: string | null
  readonly place: string
  /** New name of the key, if the step renamed it. */
  readonly to: string | null
}

/** Reason for a missing key that nothing ever wrote. */
export const unwritten: Gap = { by: null, place: '', to: null }

/** Returns the agents' answers that are the key's value, unchanged; null if the value may come from anything else. */
export function answersIn(writes: Iterable<Write>): readonly Write[] | null {
  const all = new Set<Write>(writes)
  for (const write of all) if (write.making === 'moved') for (const source of write.from) all.add(source)
  const made = [...all].filter(({ making }) => making !== 'moved')
  return made.length > 0 && made.every(({ by }) => by.kind === 'agent') ? made : null
}

/** Returns the names of the agents whose answers a write stores. */
export function speakersOf({ by }: Write): readonly string[] {
  if (by.kind === 'agent') return [by.name]
  return by.kind === 'mapOver' ? by.agents : []
}

/** Returns the given writes, and recursively all writes whose values are part of theirs. */
export function sourcesOf(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all) for (const source of write.from) all.add(source)
  return all
}

/** Prefixes of keys that outlive a run, so that other sessions may read them. */
const outlives = /^(app|user):/

/** Whether nothing reads a written value, although the program continues after the write. */
export const isNeverReadLater = ({ read, followed, by, key }: Write): boolean =>
  !read && followed && by.kind !== 'session' && by.kind !== 'item' && !outlives.test(key)
