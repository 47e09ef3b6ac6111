import file from './tokens.json' with { type: 'json' }

/** Kinds of secrets that are found by a form or a name, besides tokens with a public format. */
export type FormKind = (typeof formKinds)[number]

const formKinds = ['private-key', 'jwt', 'url-password', 'connection-string', 'password', 'secret'] as const

/**
 * Kinds of the values that the rules for secrets find. A password inside another value has the kind of one after a name.
 * The kinds are apart from the rules, because only a redaction needs the rules.
 */
export const secretKinds: ReadonlySet<string> = new Set([...file.rules.map(({ kind }) => kind), ...formKinds])
