import { branchesCollide } from '../../../core/diag/flow.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace, describeRemovals, describeWriter } from '../words.ts'
import type { Gap, Write } from '../write.ts'

/** Reports keys that more than one branch of a parallel changes. */
export const reportCollisions: CheckRule = ({ recorder }) =>
  [...recorder.collisions.values()].map(({ key, place, effects }) => {
    const all = [...effects]
    const writes = all.filter((effect): effect is Write => 'making' in effect)
    const gaps = all.filter((effect): effect is Gap => !('making' in effect))
    const said = [
      ...writes.map(write => `${describeWriter(write)} at ${declarationPlace(write.place)} writes it`),
      ...describeRemovals(key, gaps),
    ]
    const agents = writes.flatMap(({ by }) =>
      by.kind === 'agent' ? [by.name] : 'agent' in by ? [by.agent] : [],
    )
    return {
      agents,
      diagnostic: branchesCollide(
        { key, place },
        all.map(({ place }) => declarationPlace(place)),
        said,
      ),
    }
  })
