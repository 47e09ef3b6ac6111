import { assertList } from '../../form/check.ts'
import { wrongValueError } from '../../form/describe.ts'
import { familyField, familySchema, readInFamily } from '../../form/family.ts'
import { type Field, listField, positiveCountField, readField, wordChoiceField } from '../../form/field.ts'
import { type FormOf, readForm } from '../../form/form.ts'
import { schemaReference } from '../../form/json-schema.ts'
import type { Path } from '../../form/path.ts'
import type { Tier } from '../../ir/block.ts'
import { isObject } from '../../ir/json.ts'
import type { Clause, Operation } from '../../ir/policy.ts'
import { operationFamily, operations } from '../operation/operations.ts'
import { selectorFamily } from '../selector/selectors.ts'
import { unwrapNode } from './built.ts'
import { sense } from './clause-sense.ts'
import { checkCondition } from './conditions.ts'

/** Tiers that conversation units may have. */
const tiers = ['critical', 'important', 'supplementary', 'archive'] as const satisfies readonly Tier[]

/** Check and schema of the field `tier`, which clauses and sources share. */
export const tierField = wordChoiceField(tiers, 'Priority. Default: important.')
export const whenField = listField(
  checkCondition,
  schemaReference('anyKey'),
  'Applies only if each of these keys of the state has a truthy value.',
)

/** Reads the operations of a clause. Each kind of operation may occur once. */
function readOperations(value: unknown, at: Path): readonly Operation[] {
  const read = at.readEach(
    assertList(value, at),
    (item, place) => readInFamily(operationFamily, item, place) as unknown as Operation,
  )
  const twice = read.find(({ op }, index) => read.findIndex(other => other.op === op) < index)
  if (twice !== undefined)
    throw at.wrong(`has ${twice.op} twice`, { help: 'use it once; another clause can differ' })
  return Object.freeze(read)
}

/** A clause has at most one operation of each kind. */
const onceEach = Object.keys(operations).map(op => ({
  contains: { required: ['op'], properties: { op: { const: op } } },
  minContains: 0,
  maxContains: 1,
}))

/** Fields of a clause that a declaration may omit. */
type Omitted = 'operations' | 'when'

/** Check and schema of a clause, without the field `kind`. */
export const clauseForm: FormOf<Omit<Clause, 'kind' | Omitted> & Partial<Pick<Clause, Omitted>>> = {
  title: 'Units of the session.',
  needs: { select: familyField(selectorFamily) },
  takes: {
    tier: tierField,
    atLeast: positiveCountField(
      'tokens',
      'Tokens of its newest units that are dropped last, after everything that is not critical.',
    ),
    atMost: positiveCountField(
      'tokens',
      'Maximum tokens of its units. The newest are kept; older ones of a critical clause are important instead.',
    ),
    operations: readField(
      readOperations,
      { type: 'array', items: familySchema(operationFamily), allOf: onceEach },
      'Operations on its units, in this order.',
    ),
    when: whenField,
    orElse: readField(
      (value, at) => readClause(value, at),
      schemaReference('clause'),
      'Clause that is used if this one selects nothing.',
    ),
  },
  usual: { operations: Object.freeze([]), when: Object.freeze([]) },
  rule: sense,
}

/** Returns a frozen copy of a list; an empty list if the value is invalid data. */
export const frozenList = (list: unknown): readonly unknown[] =>
  Object.freeze(Array.isArray(list) ? [...list] : [])

/**
 * Reads a clause into its normalized form. Throws a TypeError that names the place (`at`) of an invalid clause. `above`
 * contains the nodes that contain the clause.
 */
export function readClause(input: unknown, at: Path, above: readonly unknown[] = []): Clause {
  const given = unwrapNode(input, at)
  if (!isObject(given) || given.kind !== 'clause') throw wrongValueError('a clause', input, at)
  if (above.includes(given)) throw selfContainedError(at)
  const { kind, ...fields } = given
  const orElse: Field = {
    ...clauseForm.takes.orElse,
    read: (value, place) => readClause(value, place, [...above, given]),
  }
  const form = { ...clauseForm, takes: { ...clauseForm.takes, orElse } }
  const read = readForm(form, fields, at)
  return Object.freeze({ kind, ...read, when: frozenList(read.when) }) as unknown as Clause
}

/** Returns the error for a node of a policy that contains itself. */
export const selfContainedError = (at: Path) =>
  at.wrong('contains itself', { help: 'create it again with C' })
