import { Path } from '../validate/path.ts'
import type { Fallback } from './member.ts'
import { readMember } from './read-member.ts'
import type { Context, MemberInput, MembersOf } from './types/fit.ts'

/**
 * The first member that does not fail: each begins with what was there before, and afterwards only what all of them write
 * is sure to be there. Throws a TypeError that names the place for what is no member.
 *
 * @example
 * import { agent, fallback } from 'ctxc'
 *
 * const fast = agent({ name: 'fast', model: 'gemini-flash-latest', instruction: 'Answer.', outputKey: 'answer' })
 * const strong = agent({ name: 'strong', model: 'claude-sonnet-5', instruction: 'Answer.', outputKey: 'answer' })
 * console.log(fallback(fast, strong).kind) // fallback
 */
export const fallback = <const Members extends readonly MemberInput[]>(
  ...members: Members | Context<Members>
): Fallback<MembersOf<Members>> => readMember({ kind: 'fallback', members }, Path.named('fallback')) as never
