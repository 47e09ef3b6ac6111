import { keyNeverRead } from '../../../core/diag/dead.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace, describeWriter } from '../words.ts'
import { isNeverReadLater, speakersOf, type Write } from '../write.ts'

/** Field of a declaration in which the writer names its key, by kind of writer. */
const fields: Partial<Record<Write['by']['kind'], string>> = {
  agent: 'outputKey',
  memory: 'remember',
  mapOver: 'into',
}

/**
 * Reports values that are written and never read: nothing reads their key, or another value always replaces them first.
 * The last write of a program is the answer, so it is not reported.
 */
export const reportNeverRead: CheckRule = ({ recorder, replaced }) => {
  // Keys that some place reads. If a value does not reach its reader, another rule reports the reason.
  const wanted = new Set([...recorder.sites.values()].map(({ key }) => key))
  return [...recorder.writes.values()]
    .filter(write => replaced.has(write) || (isNeverReadLater(write) && !wanted.has(write.key)))
    .map(write => {
      const places = replaced.has(write) ? [...write.replacedAt].map(place => declarationPlace(place)) : []
      return {
        agents: 'agent' in write.by ? [write.by.agent] : speakersOf(write),
        diagnostic: keyNeverRead(
          describeWriter(write),
          write.key,
          declarationPlace(write.place, fields[write.by.kind]),
          places,
        ),
      }
    })
}
