import { readJwt } from './jwt.ts'
import { readSecretAfterName } from './named.ts'
import { names } from './names.ts'
import { readPem } from './pem.ts'
import type { DetectRule } from './rule.ts'
import type { FormKind } from './secret-kinds.ts'
import type { Span } from './span.ts'
import { readToken } from './token.ts'
import { tokenRules } from './token-rules.ts'
import { readUrlPassword } from './url-password.ts'
import { readUserPassword } from './user-password.ts'

/** Returns a rule for values that are found by their form. */
const ruleOf = (
  keyword: string,
  read: (...given: Parameters<DetectRule['read']>) => Span<FormKind> | null,
): DetectRule => ({ keyword, general: false, read })

/**
 * Rules for secrets. Tokens with a known prefix come first, then private keys and other known forms, then values after
 * names.
 */
export const secretRules: readonly DetectRule[] = [
  ...tokenRules.map(rule => ({
    keyword: rule.prefix.toLowerCase(),
    general: false,
    read: (...[reader, end]: Parameters<DetectRule['read']>) => readToken(reader, rule, end),
  })),
  ruleOf('-----begin', readPem),
  ruleOf('eyj', readJwt),
  ruleOf('://', readUrlPassword),
  ...[' -u', ' --user', ' --user='].map(keyword => ruleOf(keyword, readUserPassword)),
  ...names.map(name => ({
    ...ruleOf(name.text, (reader, end, counter) => readSecretAfterName(reader, name, end, counter)),
    general: true,
  })),
]
