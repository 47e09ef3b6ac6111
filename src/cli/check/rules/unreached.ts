import { memberNeverRuns } from '../../../core/diag/dead.ts'
import type { Fallback, Member, Route } from '../../../core/program/member.ts'
import { valueKey } from '../../../core/text/equal.ts'
import { holdsNoScalar, possibleValues } from '../answers.ts'
import type { Facts } from '../facts.ts'
import type { CheckRule, RuleFinding } from '../finding.ts'
import { innerMembers } from '../inside.ts'
import { innerPlace } from '../place.ts'
import { declarationPlace } from '../words.ts'

/** Reports program members that can never run. */
export const reportUnreached: CheckRule = facts =>
  [...facts.members].flatMap(([place, member]) => {
    if (!facts.recorder.reached.has(place) || !('kind' in member)) return []
    if (member.kind === 'fallback') return reportAfterSureMember(facts, member, place)
    return member.kind === 'route' ? reportBranchesNeverTaken(facts, member, place) : []
  })

/** Reports members of a fallback that come after a member which cannot fail. */
function reportAfterSureMember({ recorder }: Facts, fallback: Fallback, place: string): RuleFinding[] {
  const first = innerMembers(fallback, place).find(({ at }) => !recorder.reached.has(at))
  if (first === undefined) return []
  const help = 'put members that may fail first, or remove the members after one that cannot fail'
  const why = 'the member before it in the fallback cannot fail'
  return [finding(first.member, why, first.at, help)]
}

/** Reports branches of a route for a value that an earlier branch already takes, or that the key never has. */
function reportBranchesNeverTaken({ recorder }: Facts, route: Route, place: string): RuleFinding[] {
  const { key, ways, other } = route
  if (ways.length === 0 && other === null)
    return [
      finding(
        route,
        'the route has no branches',
        place,
        'give it .is(value, member), .when(condition, member) or .otherwise(member)',
      ),
    ]
  const site = recorder.sitesAt.get(place)?.find(({ need }) => need === 'route')
  const writes = site === undefined || !site.there ? null : site.writes
  const values = writes === null ? null : possibleValues(writes)
  const isComposite = writes !== null && holdsNoScalar(writes)
  const taken = new Set<string>()
  return ways.flatMap((way, index) => {
    if (!('is' in way)) return []
    const value = valueKey(way.is)
    const why = taken.has(value)
      ? `an earlier branch of the route has the value ${value} too`
      : values !== null && !values.has(value)
        ? `'${key}' can only be ${[...values].join(', ')}, never ${value}`
        : isComposite && (way.is === null || typeof way.is !== 'object')
          ? `'${key}' holds an object or a list, never ${value}`
          : null
    taken.add(value)
    const help = isComposite
      ? `to test a field, use .when(state => state[${JSON.stringify(key)}]…, member)`
      : `use a value that '${key}' can have and no earlier branch uses`
    return why === null ? [] : [finding(way.member, why, innerPlace(place, 'ways', index), help)]
  })
}

const finding = (member: Member, why: string, place: string, help: string): RuleFinding => {
  const what = 'kind' in member ? `a ${member.kind === 'state' ? 'step' : member.kind}` : `'${member.name}'`
  return {
    agents: 'kind' in member ? [] : [member.name],
    diagnostic: memberNeverRuns(what, why, declarationPlace(place), help),
  }
}
