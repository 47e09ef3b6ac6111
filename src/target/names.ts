import { digest } from '../text/digest.ts'

/** Tool names as declared and as sent. */
export interface Names {
  /** The name to send; remembered for the way back. */
  toWire(declared: string): string
  /** The declared name of a name on the wire; an unknown one is returned as it is. */
  toDeclared(wire: string): string
  /** Names that differ on the wire, in the order in which they came up. */
  renamed(): readonly (readonly [declared: string, wire: string])[]
}

/** Limits of a target on a tool's name. */
export interface NameRule {
  readonly allowed: RegExp
  readonly longest: number
}

const isLegal = (name: string, { allowed, longest }: NameRule): boolean =>
  allowed.test(name) && name.length <= longest

/** Sends a legal name as it is; any other loses its illegal characters and gains a hash of itself. */
export function wireName(declared: string, rule: NameRule, salt = ''): string {
  if (salt === '' && isLegal(declared, rule)) return declared
  const most = rule.longest - 7
  const kept = declared.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, most) || 'tool'
  // An underscore may begin a name even if a digit may not.
  const begun = rule.allowed.test(kept) ? kept : `_${kept}`.slice(0, most)
  return `${begun}_${digest(salt + declared).slice(0, 6)}`
}

/**
 * The names of an agent's tools, and of those that its history calls. A name depends on itself and on the declared ones
 * alone: no two declared names meet on the wire, and a call by the name that a tool was sent under is that tool's.
 */
export function createNames(rule: NameRule, declared: readonly string[] = []): Names {
  const wireOf = new Map<string, string>()
  const declaredOf = new Map<string, string>()
  const taken = new Set(declared.filter(name => isLegal(name, rule)))
  const rename = (name: string): string => {
    let wire = wireName(name, rule)
    for (let salt = 1; taken.has(wire); salt++) wire = wireName(name, rule, `${salt}:`)
    wireOf.set(name, wire)
    declaredOf.set(wire, name)
    return wire
  }
  for (const name of declared) if (!isLegal(name, rule) && !wireOf.has(name)) taken.add(rename(name))
  return {
    toWire: name => (isLegal(name, rule) ? name : (wireOf.get(name) ?? rename(name))),
    toDeclared: wire => declaredOf.get(wire) ?? wire,
    renamed: () => [...wireOf],
  }
}
