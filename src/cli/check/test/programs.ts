import { type Agent, agent, type Member, type Way } from 'ctxc'
import { type CheckOptions, check } from 'ctxc/check'

// Plain nodes instead of builders, because the builders' types refuse these faulty programs.
export const pipeline = (...members: Member[]): Member => ({ kind: 'pipeline', members })
export const parallel = (...members: Member[]): Member => ({ kind: 'parallel', members })
export const loop = (max: number, ...members: Member[]): Member => ({
  kind: 'loop',
  members,
  until: null,
  max,
})
export const fallback = (...members: Member[]): Member => ({ kind: 'fallback', members })
export const route = (
  key: string,
  ways: Record<string, Member>,
  otherwise: Member | null = null,
): Member => ({
  kind: 'route',
  key,
  ways: Object.entries(ways).map(([is, member]): Way => ({ is, member })),
  other: otherwise,
})
export const collect = (member: Member): Member => ({
  kind: 'mapOver',
  key: 'list',
  item: 'it',
  into: 'all',
  member,
})
export const reads = (name: string, instruction: string, more: Partial<Agent> = {}) =>
  agent({ name, instruction, ...more })
export const writes = (name: string, outputKey: string, more: Partial<Agent> = {}) =>
  agent({ name, outputKey, ...more })

/** Returns each finding as its code and key: `CX1001 intent`. */
export const found = (program: Member, options?: CheckOptions): string[] =>
  check(program, options).diagnostics.map(({ code, data }) => [code, data.key ?? data.agent].join(' ').trim())

export const a = writes('a', 'ka')
export const b = writes('b', 'kb')
