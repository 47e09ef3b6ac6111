import { keyNeverRead } from '../../diag/dead.ts'
import type { Rule } from '../finding.ts'
import { at, writerOf } from '../words.ts'
import { speakersOf, type Write } from '../write.ts'

/** Scopes whose keys outlive the run and may be read anywhere. */
const outlives = /^(app|user):/

/** Fields of declarations that name the key, by kind of writer. */
const fields: Partial<Record<Write['by']['kind'], string>> = {
  agent: 'outputKey',
  memory: 'remember',
  mapOver: 'into',
}

/** Reports keys that are written and never read. The last write of a program is its answer, and so exempt. */
export const neverRead: Rule = ({ recorder }) => {
  // Some site reads the key. Another rule reports why the value does not reach it.
  const wanted = new Set([...recorder.sites.values()].map(({ key }) => key))
  return [...recorder.writes.values()]
    .filter(write => isDead(write) && !wanted.has(write.key))
    .map(write => ({
      agents: 'agent' in write.by ? [write.by.agent] : speakersOf(write),
      diagnostic: keyNeverRead(writerOf(write), write.key, at(write.place, fields[write.by.kind])),
    }))
}

const isDead = ({ read, followed, by, key }: Write): boolean =>
  !read && followed && by.kind !== 'session' && by.kind !== 'item' && !outlives.test(key)
