import { assertKeys, assertList, type Check, listOf, oneOf } from '../../form/check.ts'
import { expected } from '../../form/describe.ts'
import { readTagged } from '../../form/form.ts'
import type { Path } from '../../form/path.ts'
import { tokens } from '../../form/quantities.ts'
import type { Tier } from '../../ir/block.ts'
import { isObject } from '../../ir/json.ts'
import type { Clause, Selector } from '../../ir/policy.ts'
import { selectors } from '../selector/selectors.ts'
import { nodeOf } from './built.ts'
import { condition } from './conditions.ts'
import { obstacleToSummaries } from './obstacle-to-summaries.ts'
import { readOperations } from './read-operations.ts'

/** Tiers that units may have. */
export const tiers = ['critical', 'important', 'supplementary', 'archive'] as const satisfies readonly Tier[]

/** Fields that clauses and sources share. */
export const both = { tier: oneOf(tiers), atMost: tokens, when: listOf(condition) } satisfies Record<
  string,
  Check
>

const checks = { ...both, atLeast: tokens }

/** Fields that are meaningless for a clause that selects nothing. */
const about = ['tier', 'atLeast', 'atMost', 'orElse'] as const

const knownFields = ['kind', 'select', 'tier', 'atLeast', 'atMost', 'operations', 'when', 'orElse']

/**
 * Reads a clause into its one form. Throws a TypeError that names the place (`at`) for an invalid clause. `above`: the
 * nodes that contain the clause.
 */
export function readClause(input: unknown, at: Path, above: readonly unknown[] = []): Clause {
  const given = nodeOf(input, at)
  if (!isObject(given) || given.kind !== 'clause') throw expected('a clause', input, at)
  if (above.includes(given)) throw nested(at)
  assertKeys(given, knownFields, at)
  const { select, operations, orElse } = given
  const clause = {} as { -readonly [Key in keyof Clause]: Clause[Key] }
  const isSound = at.isSound(() => {
    for (const [field, check] of Object.entries(checks))
      if (given[field] !== undefined) at.in(field).piece(place => check(given[field], place))
    clause.kind = 'clause'
    clause.select = at
      .in('select')
      .piece(place => readTagged('by', 'selector', selectors, select, place) as unknown as Selector)
    for (const field of ['tier', 'atLeast', 'atMost'] as const)
      if (given[field] !== undefined) Object.assign(clause, { [field]: given[field] })
    clause.operations = at
      .in('operations')
      .piece(place => readOperations(operations === undefined ? [] : assertList(operations, place), place))
    clause.when = Object.freeze([...(Array.isArray(given.when) ? given.when : [])])
    if (orElse !== undefined)
      clause.orElse = at.in('orElse').piece(place => readClause(orElse, place, [...above, given]))
  })
  if (isSound) assertSense(clause, at)
  return Object.freeze(clause)
}

/** Rejects contradictions between fields. */
function assertSense(clause: Clause, at: Path): void {
  const { select, operations, tier, orElse, atLeast = 0, atMost = Number.POSITIVE_INFINITY } = clause
  if (select.by === 'none' && (operations.length > 0 || about.some(field => clause[field] !== undefined)))
    throw at.wrong('selects nothing, but has operations or limits', { help: 'use C.none() alone' })
  if (tier === 'archive' && (operations.length > 0 || atLeast > 0 || clause.atMost !== undefined))
    throw at.wrong('is never sent, but has operations or limits', {
      help: "remove those, or remove .tier('archive')",
    })
  const obstacle = obstacleToSummaries(clause)
  if (obstacle !== null && operations.some(({ op }) => op === 'summarize'))
    throw at.wrong(obstacle.what, { help: obstacle.help })
  if (orElse?.select.by === 'none')
    throw at.in('orElse').wrong('selects nothing, and replaces nothing', { help: 'remove it' })
  if (atLeast > atMost)
    throw at.wrong(`has atLeast ${atLeast} and atMost ${atMost}`, {
      help: 'atMost must be larger than atLeast',
    })
}

/** Returns the error for a node that contains itself. */
export const nested = (at: Path) => at.wrong('contains itself', { help: 'create it again with C' })
