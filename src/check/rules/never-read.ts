import { keyNeverRead } from '../../diag/dead.ts'
import type { Rule } from '../finding.ts'
import { at, writerOf } from '../words.ts'
import type { Write } from '../write.ts'

/** These outlive the run, and may be read anywhere. */
const outlives = /^(app|user):/

/** Keys that are given a value, and nothing looks at it; what is written last is the program's answer. */
export const neverRead: Rule = ({ recorder }) => {
  // Somebody wants it: why it does not get there is told already.
  const wanted = new Set([...recorder.sites.values()].map(({ key }) => key))
  return [...recorder.writes.values()]
    .filter(write => isDead(write) && !wanted.has(write.key))
    .map(write => ({
      agents: write.by.kind === 'agent' ? [write.by.name] : write.by.kind === 'tool' ? [write.by.agent] : [],
      diagnostic: keyNeverRead(
        writerOf(write),
        write.key,
        at(write.place, write.by.kind === 'agent' ? 'outputKey' : ''),
      ),
    }))
}

const isDead = ({ read, followed, by, key }: Write): boolean =>
  !read && followed && by.kind !== 'session' && by.kind !== 'mapOver' && !outlives.test(key)
