import { Path } from '../../core/form/path.ts'
import { filledText } from '../../core/form/quantities.ts'
import { assertSessionKey } from '../../core/session/owner.ts'
import { assertLeaseTerms, assertPause, assertPlace, assertTime, pageLimit } from './assert-write.ts'
import type { SessionLeases } from './leases.ts'

/** Returns leases whose methods check their input. */
export const checkedLeases = (leases: SessionLeases): SessionLeases => ({
  async take(key, terms) {
    assertSessionKey(key)
    assertLeaseTerms(terms)
    return leases.take(key, terms)
  },
  async takeDue(given) {
    const { limit: _, app, ...terms } = given
    assertLeaseTerms(terms)
    if (app !== undefined) filledText(app, Path.named('app'))
    return leases.takeDue({ ...given, limit: pageLimit(given) })
  },
  async renew(terms) {
    assertLeaseTerms(terms)
    return leases.renew(terms)
  },
  async release({ key, fence }, pause) {
    assertSessionKey(key)
    assertPlace(fence, 'fence')
    if (pause !== undefined) assertPause(pause)
    return leases.release({ key, fence }, pause)
  },
  async changed(known, now) {
    assertTime(now, 'now')
    for (const { key, revision } of known) {
      assertSessionKey(key)
      assertPlace(revision, 'revision')
    }
    return known.length === 0 ? [] : leases.changed(known, now)
  },
})
