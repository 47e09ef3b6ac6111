import type { TokenCounter } from '../../count/tokenizer.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { readJwt } from './jwt.ts'
import { readNamed } from './named.ts'
import { names } from './names.ts'
import { readPem } from './pem.ts'
import type { Reader } from './reader.ts'
import type { Span } from './span.ts'
import { readToken } from './token.ts'
import { tokenRules } from './token-rules.ts'
import { readUrlPassword } from './url-password.ts'
import { readUserPassword } from './user-password.ts'

/** Rule that a keyword begins: reads what surrounds the keyword that ends at `end`. */
export interface Rule {
  readonly keyword: string
  /** Whether other rules may name the value more exactly. */
  readonly general: boolean
  readonly read: (reader: Reader, end: number, counter?: TokenCounter) => Span | null
}

/** Rules of secrets: formats first, then shapes, then names. */
const rules: readonly Rule[] = [
  ...tokenRules.map(rule => ({
    keyword: rule.prefix.toLowerCase(),
    general: false,
    read: (reader: Reader, end: number) => readToken(reader, rule, end),
  })),
  { keyword: '-----begin', general: false, read: readPem },
  { keyword: 'eyj', general: false, read: readJwt },
  { keyword: '://', general: false, read: readUrlPassword },
  ...[' -u', ' --user', ' --user='].map(keyword => ({ keyword, general: false, read: readUserPassword })),
  ...names.map(name => ({
    keyword: name.text,
    general: true,
    read: (reader: Reader, end: number, counter?: TokenCounter) => readNamed(reader, name, end, counter),
  })),
]

let built: Automaton | undefined

/** Returns the rules of secrets and the automaton of their keywords, which is built once. */
export function secretRules(): { readonly rules: readonly Rule[]; readonly automaton: Automaton } {
  built ??= buildAutomaton(rules.map(rule => rule.keyword))
  return { rules, automaton: built }
}
