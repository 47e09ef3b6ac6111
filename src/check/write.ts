import type { JsonObject } from '../ir/json.ts'

/** Writer that gives a key its value. */
export type Writer =
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'tool'; readonly name: string; readonly agent: string }
  /** As in `S`: `capture`, `rename`. */
  | { readonly kind: 'step'; readonly name: string }
  /** A `mapOver` gives each round its item. */
  | { readonly kind: 'item'; readonly name: string }
  /** A `mapOver` keeps the answers of these agents as a list. */
  | { readonly kind: 'mapOver'; readonly name: string; readonly agents: readonly string[] }
  /** It is there before the program runs. */
  | { readonly kind: 'session'; readonly name: string }

/** Kind of source from which a step makes a value. */
export type Making = 'moved' | 'joined' | 'made' | 'constant' | 'user'

/** One place of a program that writes a key, and what was found about it; one object for each place and key. */
export interface Write {
  readonly key: string
  readonly by: Writer
  /** The path of the member. */
  readonly place: string
  readonly making: Making
  /** Schema of the answer, if an agent writes the key. */
  readonly schema?: JsonObject | undefined
  /** Writes whose values went into this one. */
  readonly from: Set<Write>
  /** Something looks at the value. */
  read: boolean
  /** The program goes on after it: another agent runs, or the value is gone. */
  followed: boolean
}

/** Why a key is not there. */
export interface Gap {
  /** As in `S`: `drop`, `pick`, `rename`; null where nothing wrote the key. */
  readonly by: string | null
  readonly place: string
  /** The name that a rename gave the value. */
  readonly to: string | null
}

/** Nothing wrote the key. */
export const unwritten: Gap = { by: null, place: '', to: null }

/** The writes of agents that a value came from unchanged; null where something else made it. */
export function answersIn(writes: Iterable<Write>): readonly Write[] | null {
  const all = new Set<Write>(writes)
  for (const write of all) if (write.making === 'moved') for (const source of write.from) all.add(source)
  const made = [...all].filter(({ making }) => making !== 'moved')
  return made.length > 0 && made.every(({ by }) => by.kind === 'agent') ? made : null
}

/** The agents whose answer a write keeps. */
export function speakersOf({ by }: Write): readonly string[] {
  if (by.kind === 'agent') return [by.name]
  return by.kind === 'mapOver' ? by.agents : []
}

/** A write and all whose values are in it. */
export function sourcesOf(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all) for (const source of write.from) all.add(source)
  return all
}
