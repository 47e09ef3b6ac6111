import { digest } from '../text/digest.ts'

/** Names of an agent's tools, as declared and as sent. */
export interface Names {
  /** Returns the wire name of a declared name, and remembers both for `toDeclared`. */
  toWire(declared: string): string
  /** Returns the declared name of a wire name; an unknown name is returned unchanged. */
  toDeclared(wire: string): string
  /** Returns each declared name whose wire name differs, with its wire name, in the order of renaming. */
  renamed(): readonly (readonly [declared: string, wire: string])[]
}

/** Rule of a target for legal tool names. */
export interface NameRule {
  readonly allowed: RegExp
  readonly longest: number
}

const isLegalToolName = (name: string, { allowed, longest }: NameRule): boolean =>
  allowed.test(name) && name.length <= longest

/**
 * Returns the wire name of a declared name. A legal name is unchanged. In any other name, illegal characters are
 * replaced, and a hash is appended.
 */
export function wireName(declared: string, rule: NameRule, salt = ''): string {
  if (salt === '' && isLegalToolName(declared, rule)) return declared
  const most = rule.longest - 7
  const kept = declared.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, most) || 'tool'
  // Names that may not begin with a digit may still begin with an underscore.
  const begun = rule.allowed.test(kept) ? kept : `_${kept}`.slice(0, most)
  return `${begun}_${digest(salt + declared).slice(0, 6)}`
}

/**
 * Creates the wire names of an agent's tools and of the tools that its history calls. A wire name depends only on the
 * tool's declared name and the other declared names. Each declared name has a different wire name. A call in the
 * history may also use a tool's wire name, and is then a call of this tool.
 */
export function createNames(rule: NameRule, declared: readonly string[] = []): Names {
  const wireOf = new Map<string, string>()
  const declaredOf = new Map<string, string>()
  const taken = new Set(declared.filter(name => isLegalToolName(name, rule)))
  const rename = (name: string): string => {
    let wire = wireName(name, rule)
    for (let salt = 1; taken.has(wire); salt++) wire = wireName(name, rule, `${salt}:`)
    wireOf.set(name, wire)
    declaredOf.set(wire, name)
    return wire
  }
  for (const name of declared) if (!isLegalToolName(name, rule) && !wireOf.has(name)) taken.add(rename(name))
  return {
    toWire: name => (isLegalToolName(name, rule) ? name : (wireOf.get(name) ?? rename(name))),
    toDeclared: wire => declaredOf.get(wire) ?? wire,
    renamed: () => [...wireOf],
  }
}
