import file from './names.json' with { type: 'json' }

/** Strength of a name. It decides which separators may follow the name, and which values count as secrets. */
export type Strength = 'password' | 'strong' | 'weak' | 'vendor'

/** Name that may precede a secret value. */
export interface Name {
  /** Name in lower case. */
  readonly text: string
  readonly strength: Strength
  /** Whether the name must be at the start of a word, because it also occurs inside other words. */
  readonly bounded: boolean
}

/** Returns the names of a list. `=` before a name means that it must be at the start of a word. */
const namesOf = (list: readonly string[], strength: Strength): Name[] =>
  list.map(text => ({ text: text.replace(/^=/, ''), strength, bounded: text.startsWith('=') }))

/** All names of the table. */
export const names: readonly Name[] = [
  ...namesOf(file.password, 'password'),
  ...namesOf(file.strong, 'strong'),
  ...namesOf(file.weak, 'weak'),
  ...namesOf(file.vendors, 'vendor'),
]

const notSecret: ReadonlySet<string> = new Set(file.notSecret)

const notSecretBefore: readonly string[] = file.notSecretBefore

/** Whether the words before a name show that its value is not secret, such as `public` or `next_page_`. */
export function precededByPublic(before: string): boolean {
  const words = before.toLowerCase().replace(/[_-]$/, '')
  return notSecretBefore.some(one => words.endsWith(one))
}

/** Whether the last word of an identifier shows that its value is not secret, such as `id` or `url`. */
export const isPublicIdentifier = (identifier: string): boolean =>
  notSecret.has(
    identifier
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[_.-]/)
      .findLast(Boolean) ?? '',
  )
