/** Who gives a key its value. */
export type Writer =
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'tool'; readonly name: string; readonly agent: string }
  /** As in `S`: `capture`, `rename`. */
  | { readonly kind: 'step'; readonly name: string }
  /** A `mapOver`: the item of a round, or the list of answers. */
  | { readonly kind: 'mapOver'; readonly name: string }
  /** It is there before the program runs. */
  | { readonly kind: 'session'; readonly name: string }

/** What a step makes a value from. */
export type Making = 'moved' | 'joined' | 'made' | 'constant' | 'user'

/** One place of a program that writes a key, and what was found about it; one object for each place and key. */
export interface Write {
  readonly key: string
  readonly by: Writer
  /** The path of the member. */
  readonly place: string
  readonly making: Making
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

/** A write and all whose values are in it. */
export function sourcesOf(writes: Iterable<Write>): ReadonlySet<Write> {
  const all = new Set<Write>(writes)
  for (const write of all) for (const source of write.from) all.add(source)
  return all
}
