import { readJwt } from './jwt.ts'
import { readSecretAfterName } from './named.ts'
import { names } from './names.ts'
import { readPem } from './pem.ts'
import type { DetectRule } from './rule.ts'
import type { Span } from './span.ts'
import { readToken } from './token.ts'
import { tokenRules } from './token-rules.ts'
import { readUrlPassword } from './url-password.ts'
import { readUserPassword } from './user-password.ts'

/** Rule for secrets, with the kinds of what it finds. */
interface SecretRule extends DetectRule {
  readonly kinds: readonly string[]
}

/** Returns a rule that finds values of these kinds and of no others. */
const ruleOf = <const Kind extends string>(
  keyword: string,
  kinds: readonly Kind[],
  read: (...given: Parameters<DetectRule['read']>) => Span<NoInfer<Kind>> | null,
): SecretRule => ({ keyword, general: false, kinds, read })

/**
 * Rules for secrets. Tokens with a known prefix come first, then private keys and other known forms, then values after
 * names.
 */
export const secretRules: readonly SecretRule[] = [
  ...tokenRules.map(rule =>
    ruleOf(rule.prefix.toLowerCase(), [rule.kind], (reader, end) => readToken(reader, rule, end)),
  ),
  ruleOf('-----begin', ['private-key'], readPem),
  ruleOf('eyj', ['jwt'], readJwt),
  ruleOf('://', ['url-password', 'connection-string'], readUrlPassword),
  ...[' -u', ' --user', ' --user='].map(keyword => ruleOf(keyword, ['password'], readUserPassword)),
  ...names.map(name => ({
    ...ruleOf(name.text, ['password', 'secret'], (reader, end, counter) =>
      readSecretAfterName(reader, name, end, counter),
    ),
    general: true,
  })),
]

/** Kinds of the values that these rules find. A password inside another value has the kind of one after a name. */
export const secretKinds: ReadonlySet<string> = new Set(secretRules.flatMap(({ kinds }) => kinds))
