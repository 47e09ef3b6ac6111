import file from './names.json' with { type: 'json' }

/** Strength of a name: it decides which separators it takes and which values it accepts. */
export type Strength = 'password' | 'strong' | 'weak' | 'vendor'

/** Name before a secret value. */
export interface Name {
  /** Name in lower case. */
  readonly text: string
  readonly strength: Strength
  /** Whether it must begin a word, because it also occurs inside other words. */
  readonly bounded: boolean
}

/** Names of a list; `=` before one means that it must begin a word. */
const namesOf = (list: readonly string[], strength: Strength): Name[] =>
  list.map(text => ({ text: text.replace(/^=/, ''), strength, bounded: text.startsWith('=') }))

/** Names of the table. */
export const names: readonly Name[] = [
  ...namesOf(file.password, 'password'),
  ...namesOf(file.strong, 'strong'),
  ...namesOf(file.weak, 'weak'),
  ...namesOf(file.vendors, 'vendor'),
]

const notSecret: ReadonlySet<string> = new Set(file.notSecret)

const notSecretBefore: readonly string[] = file.notSecretBefore

/** Whether the words before a name say that its value is no secret, such as `public` or `next_page_`. */
export function precededByPublic(before: string): boolean {
  const words = before.toLowerCase().replace(/[_-]$/, '')
  return notSecretBefore.some(one => words.endsWith(one))
}

/** Whether the last word of an identifier says that its value is no secret, such as `id` or `url`. */
export const namesNoSecret = (identifier: string): boolean =>
  notSecret.has(
    identifier
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[_.-]/)
      .findLast(Boolean) ?? '',
  )
