import { stepWithoutKey } from '../../../core/diag/dead.ts'
import type { CheckRule } from '../finding.ts'
import { intendedKey } from '../meant.ts'
import { declarationPlace, describeRemovals } from '../words.ts'

/** Reports steps that need a key which no path to the step sets. */
export const stepsWithoutKey: CheckRule = ({ recorder }) =>
  [...recorder.sites.values()]
    .filter(({ need, there, reader }) => need === 'may' && !there && reader !== 'S.log')
    .map(({ reader, key, place, gaps }) => {
      const about = { notes: describeRemovals(key, gaps), meant: intendedKey(key, recorder.writes.values()) }
      return { agents: [], diagnostic: stepWithoutKey(reader, key, declarationPlace(place), about) }
    })
