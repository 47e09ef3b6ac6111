import { keyNeverRead } from '../../diag/dead.ts'
import type { Rule } from '../finding.ts'
import { at, writerOf } from '../words.ts'
import { speakersOf, type Write } from '../write.ts'

/** These outlive the run, and may be read anywhere. */
const outlives = /^(app|user):/

/** Fields of declarations that name the key, by kind of writer. */
const fields: Partial<Record<Write['by']['kind'], string>> = { agent: 'outputKey', mapOver: 'into' }

/** Keys that are given a value, and nothing looks at it; what is written last is the program's answer. */
export const neverRead: Rule = ({ recorder }) => {
  // Somebody wants it: why it does not get there is told already.
  const wanted = new Set([...recorder.sites.values()].map(({ key }) => key))
  return [...recorder.writes.values()]
    .filter(write => isDead(write) && !wanted.has(write.key))
    .map(write => ({
      agents: write.by.kind === 'tool' ? [write.by.agent] : speakersOf(write),
      diagnostic: keyNeverRead(writerOf(write), write.key, at(write.place, fields[write.by.kind])),
    }))
}

const isDead = ({ read, followed, by, key }: Write): boolean =>
  !read && followed && by.kind !== 'session' && by.kind !== 'item' && !outlives.test(key)
