import { digest } from '../text/digest.ts'

/** Tool names as declared and as sent. */
export interface Names {
  /** The name to send; remembered for the way back. */
  toWire(declared: string): string
  /** The declared name of a name on the wire; an unknown one is returned as it is. */
  toDeclared(wire: string): string
  /** Those that differ, in the order in which they came up. */
  renamed(): readonly (readonly [declared: string, wire: string])[]
}

/** What a target allows in a tool's name. */
export interface NameRule {
  readonly allowed: RegExp
  readonly longest: number
}

const isLegal = (name: string, { allowed, longest }: NameRule): boolean =>
  allowed.test(name) && name.length <= longest

/** Sends a legal name as it is; any other loses its illegal characters and gains a hash of itself. */
export function wireName(declared: string, rule: NameRule, salt = ''): string {
  if (salt === '' && isLegal(declared, rule)) return declared
  const clean = declared.replace(/[^a-zA-Z0-9_-]/g, '_')
  // Not every target lets a name begin with a figure.
  const kept = rule.allowed.test(clean) || clean === '' ? clean : `_${clean}`
  return `${kept.slice(0, rule.longest - 7) || 'tool'}_${digest(salt + declared).slice(0, 6)}`
}

/** The names of one compile. No two meet on the wire, even if one is named like the other's new name. */
export function createNames(rule: NameRule, declared: readonly string[] = []): Names {
  const wireOf = new Map<string, string>()
  const declaredOf = new Map<string, string>()
  const legal = new Set(declared.filter(name => isLegal(name, rule)))
  return {
    toWire(name) {
      if (isLegal(name, rule) && !declaredOf.has(name)) {
        legal.add(name)
        return name
      }
      let wire = wireOf.get(name)
      for (let salt = 0; wire === undefined; salt++) {
        const next = wireName(name, rule, salt === 0 && !isLegal(name, rule) ? '' : `${salt}:`)
        if (!legal.has(next) && !declaredOf.has(next)) wire = next
      }
      wireOf.set(name, wire)
      declaredOf.set(wire, name)
      return wire
    },
    toDeclared: wire => declaredOf.get(wire) ?? wire,
    renamed: () => [...wireOf],
  }
}
