import { Path } from '../form/path.ts'
import type { Fallback } from './member.ts'
import { readMember } from './read-member.ts'
import type { Context, MemberInput, MembersOf } from './types/fit.ts'

/**
 * Returns a fallback: members that are tried in order, until one does not fail. Inside the fallback, a member can rely
 * only on keys from before the fallback. After the fallback, members can rely only on keys that every member of the
 * fallback writes. Throws a TypeError that names the place of an invalid member.
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
