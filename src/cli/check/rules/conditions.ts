import { asyncConditionUsed, mapOverWithoutList } from '../../../core/diag/program.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { conditionsOfMember } from '../../../core/program/walk.ts'
import { concernedAt } from '../concerned.ts'
import type { CheckRule } from '../finding.ts'
import { innerPlace } from '../place.ts'
import { describeWriters } from '../words.ts'
import { answersIn } from '../write.ts'

/**
 * Reports conditions that are async functions, because a promise cannot choose the next member. A condition that throws
 * is found only at run time.
 */
export const reportAsyncConditions: CheckRule = facts =>
  [...facts.members].flatMap(([place, member]) =>
    conditionsOfMember(member)
      .filter(({ condition }) => isAsync(condition))
      .map(({ path }) => ({
        agents: concernedAt(facts, place),
        diagnostic: asyncConditionUsed(innerPlace(place, ...path)),
      })),
  )

const isAsync = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object AsyncFunction]'

/** Reports mapOver keys whose value can only be an agent's answer that no schema declares as a list. */
export const reportAnswersAsLists: CheckRule = facts =>
  [...facts.recorder.sites.values()].flatMap(({ need, there, key, place, writes }) => {
    const answers = need === 'list' && there ? answersIn(writes) : null
    if (answers === null || answers.some(({ schema }) => mayBeList(schema))) return []
    const diagnostic = mapOverWithoutList(innerPlace(place, 'key'), key, describeWriters(answers))
    return [{ agents: concernedAt(facts, place), diagnostic }]
  })

/** Whether an agent's answer may be a list. Without a schema it may, because the app can convert the answer. */
const mayBeList = (schema: JsonObject | undefined): boolean =>
  schema === undefined || typeof schema.type !== 'string' || schema.type === 'array'
