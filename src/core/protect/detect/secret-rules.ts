import type { TokenCounter } from '../../count/tokenizer.ts'
import { readJwt } from './jwt.ts'
import { readSecretAfterName } from './named.ts'
import { names } from './names.ts'
import { readPem } from './pem.ts'
import type { AheadReader } from './reader.ts'
import type { DetectRule } from './rule.ts'
import { readToken } from './token.ts'
import { tokenRules } from './token-rules.ts'
import { readUrlPassword } from './url-password.ts'
import { readUserPassword } from './user-password.ts'

/**
 * Rules for secrets. Tokens with a known prefix come first, then private keys and other known forms, then values after
 * names.
 */
export const secretRules: readonly DetectRule[] = [
  ...tokenRules.map(rule => ({
    keyword: rule.prefix.toLowerCase(),
    general: false,
    read: (reader: AheadReader, end: number) => readToken(reader, rule, end),
  })),
  { keyword: '-----begin', general: false, read: readPem },
  { keyword: 'eyj', general: false, read: readJwt },
  { keyword: '://', general: false, read: readUrlPassword },
  ...[' -u', ' --user', ' --user='].map(keyword => ({ keyword, general: false, read: readUserPassword })),
  ...names.map(name => ({
    keyword: name.text,
    general: true,
    read: (reader: AheadReader, end: number, counter?: TokenCounter) =>
      readSecretAfterName(reader, name, end, counter),
  })),
]

/** Kinds of the values that these rules find, and of passwords inside other values. */
export const secretKinds: ReadonlySet<string> = new Set([
  ...tokenRules.map(({ kind }) => kind),
  ...['private-key', 'jwt', 'url-password', 'connection-string', 'password', 'secret'],
])
