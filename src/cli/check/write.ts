import type { JsonObject } from '../../core/ir/json.ts'

/** Program part, or session, that gives a key its value. */
export type KeyWriter =
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'tool'; readonly name: string; readonly agent: string }
  /** Rule that stores values from an agent's answer, named as in `ctxc/remember`. */
  | { readonly kind: 'memory'; readonly name: string; readonly agent: string }
  /** Step, named as in `S`: `capture`, `rename`. */
  | { readonly kind: 'step'; readonly name: string }
  /** Item that a `mapOver` gives to each round. */
  | { readonly kind: 'item'; readonly name: string }
  /** List of these agents' answers, which a `mapOver` stores. */
  | { readonly kind: 'mapOver'; readonly name: string; readonly agents: readonly string[] }
  /** Session: the key is set before the program runs. */
  | { readonly kind: 'session'; readonly name: string }

/** Way in which a step makes a value from its source. */
export type Making = 'moved' | 'joined' | 'made' | 'constant' | 'user'

/** Place that writes a key, with the analysis results. There is one object for each place and key. */
export interface Write {
  readonly key: string
  readonly by: KeyWriter
  /** Path of the member. */
  readonly place: string
  readonly making: Making
  /** Schema of the answer, if an agent writes the key. */
  readonly schema?: JsonObject | undefined
  /** Writes whose values are part of this one. */
  readonly from: Set<Write>
  /** Whether anything reads the value. */
  read: boolean
  /** Whether something runs after the write that could miss its value. */
  followed: boolean
  /** Places that replace or remove the value. */
  readonly replacedAt: Set<string>
}

/** Reason why a key is missing. */
export interface Gap {
  /** Step named as in `S`: `drop`, `pick`, `rename`; null if nothing wrote the key. */
  readonly by: string | null
  readonly place: string
  /** New name of the value, if the step renamed it. */
  readonly to: string | null
}

/** Gap of a key that was never written. */
export const unwritten: Gap = { by: null, place: '', to: null }

/** Returns the agents' writes from which a value comes unchanged; null if anything else made it. */
export function answersIn(writes: Iterable<Write>): readonly Write[] | null {
  const all = new Set<Write>(writes)
  for (const write of all) if (write.making === 'moved') for (const source of write.from) all.add(source)
  const made = [...all].filter(({ making }) => making !== 'moved')
  return made.length > 0 && made.every(({ by }) => by.kind === 'agent') ? made : null
}

/** Returns the agents whose answers a write keeps. */
export function speakersOf({ by }: Write): readonly string[] {
  if (by.kind === 'agent') return [by.name]
  return by.kind === 'mapOver' ? by.agents : []
}

/** Returns the given writes, and recursively all writes whose values they contain. */
export function sourcesOf(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all) for (const source of write.from) all.add(source)
  return all
}

/** Scopes whose keys outlive the run and may be read anywhere. */
const outlives = /^(app|user):/

/** Whether nothing reads a value, although the program continues after it. */
export const isDead = ({ read, followed, by, key }: Write): boolean =>
  !read && followed && by.kind !== 'session' && by.kind !== 'item' && !outlives.test(key)
