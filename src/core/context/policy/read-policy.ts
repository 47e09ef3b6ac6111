import { wrongValueError } from '../../form/describe.ts'
import { conditionalSchema, schemaByKind, schemaReference } from '../../form/json-schema.ts'
import type { Path } from '../../form/path.ts'
import { unknownKindError } from '../../form/suggest.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Policy, PolicyNode } from '../../ir/policy.ts'
import { unwrapNode } from './built.ts'
import { readClause, selfContainedError } from './read-clause.ts'
import { readSource } from './read-source.ts'

/** Policies that were already read. No policy is read twice. */
const known = new WeakSet<Policy>()

/** Whether a policy is already in its normalized form. */
export const isRead = (policy: Policy): boolean => known.has(policy)

/**
 * Reads a policy into its normalized form: one flat, frozen list. Throws a TypeError that names the place (`at`) of an
 * invalid policy.
 */
export function readPolicy(input: unknown, at: Path): Policy {
  if (Array.isArray(input) && known.has(input)) return input as Policy
  return freezePolicy(flattenPieces(input, at, []))
}

/** Freezes a policy and records it as read. */
export function freezePolicy(nodes: readonly PolicyNode[]): Policy {
  const policy = Object.freeze([...nodes])
  known.add(policy)
  return policy
}

function flattenPieces(input: unknown, at: Path, above: readonly unknown[]): readonly PolicyNode[] {
  if (!Array.isArray(input)) return [readNode(input, at)]
  at.assertDepth()
  if (above.includes(input)) throw selfContainedError(at)
  if (input.length === 0)
    throw at.wrong('is empty', { help: 'use C.none() to show only the current input and critical units' })
  return at.readEach(input, (item, place) => flattenPieces(item, place, [...above, input])).flat()
}

const pieces = { clause: 'clause', source: 'source' }

/** Schema of a policy. */
export const policySchema: JsonObject = {
  ...conditionalSchema(
    { type: 'array' },
    { items: schemaReference('context'), minItems: 1 },
    { type: 'object', ...schemaByKind(pieces, 'clause: units of the session. source: a context block.') },
  ),
  description:
    'Context policy: units that any clause selects, and text of sources. Replaces includeContents.',
}

function readNode(input: unknown, at: Path): PolicyNode {
  const given = unwrapNode(input, at)
  if (!isObject(given))
    throw wrongValueError(
      at.isData ? 'a clause or a source, or a list of those' : 'a result of a function of C, such as C.all()',
      input,
      at,
    )
  const { kind } = given
  if (kind === 'clause') return readClause(given, at)
  if (kind === 'source') return readSource(given, at)
  throw unknownKindError('piece of a policy', kind, Object.keys(pieces), at.in('kind'))
}
