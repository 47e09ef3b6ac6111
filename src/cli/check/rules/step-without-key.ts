import { stepWithoutKey } from '../../../core/diag/dead.ts'
import type { CheckRule } from '../finding.ts'
import { meantFor } from '../meant.ts'
import { declarationPlace, gapsOf } from '../words.ts'

/** Reports steps that need a key which no path to the step sets. */
export const stepsWithoutKey: CheckRule = ({ recorder }) =>
  [...recorder.sites.values()]
    .filter(({ need, there, reader }) => need === 'may' && !there && reader !== 'S.log')
    .map(({ reader, key, place, gaps }) => {
      const about = { notes: gapsOf(key, gaps), meant: meantFor(key, recorder.writes.values()) }
      return { agents: [], diagnostic: stepWithoutKey(reader, key, declarationPlace(place), about) }
    })
