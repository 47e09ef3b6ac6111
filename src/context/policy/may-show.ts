import type { Clause, Policy, Selector } from '../../ir/policy.ts'

/**
 * Whether a policy may select what another agent of this name said: what clauses may select alone, whatever else there is.
 * The current input and what is critical are shown in any case.
 */
export const mayShow = (policy: Policy, name: string): boolean =>
  policy.some(node => node.kind === 'clause' && clauseMayShow(node, name))

/** Whether a policy only puts words beside the history: that takes nothing out of it. */
export const selectsAll = (policy: Policy): boolean => policy.every(({ kind }) => kind === 'source')

function clauseMayShow({ select, tier, orElse }: Clause, name: string): boolean {
  // Archive never enters.
  const isShown = tier !== 'archive' && mayBe(select, name)
  return isShown || (orElse !== undefined && clauseMayShow(orElse, name))
}

function mayBe(select: Selector, name: string): boolean {
  switch (select.by) {
    case 'none':
    case 'users':
      return false
    case 'agents':
      return select.names.includes(name)
    case 'other-agents':
      return !select.names.includes(name)
    case 'where': {
      const { author, role } = select.where
      // A result is in the unit of the agent that called for it.
      return isAsked(author, [name, 'tool']) && isAsked(role, ['model', 'tool'])
    }
    default:
      return true
  }
}

const isAsked = (asked: string | readonly string[] | undefined, any: readonly string[]): boolean =>
  asked === undefined || any.some(one => (typeof asked === 'string' ? asked === one : asked.includes(one)))

/** The agents that a policy names, each once. */
export function namesIn(policy: Policy = []): readonly string[] {
  const names = policy.flatMap(node => (node.kind === 'clause' ? namesInClause(node) : []))
  return [...new Set(names)]
}

function namesInClause({ select, orElse }: Clause): readonly string[] {
  const below = orElse ? namesInClause(orElse) : []
  if (select.by === 'agents' || select.by === 'other-agents') return [...select.names, ...below]
  const author = select.by === 'where' ? (select.where.author ?? []) : []
  return [...(typeof author === 'string' ? [author] : author), ...below]
}
