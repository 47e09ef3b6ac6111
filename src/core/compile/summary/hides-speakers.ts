import type { Agent } from '../../agent/agent.ts'
import type { Clause, PolicyNode, Selector } from '../../ir/policy.ts'

/** Selectors that exclude conversation units because of their speaker. */
const bySpeaker: ReadonlySet<Selector['by']> = new Set(['users', 'agents', 'other-agents', 'where'])
const contents: ReadonlySet<Agent['includeContents']> = new Set(['user-only', 'exclude-agents'])

/**
 * Whether an agent does not see all speakers. If a summary mixed several speakers, this agent would get messages that
 * it must not see.
 */
export const hidesSpeakers = ({ includeContents, context = [] }: Agent): boolean =>
  contents.has(includeContents) ||
  clausesIn(context).some(({ select }) => bySpeaker.has(select.by) || 'of' in select)

const clausesIn = (nodes: readonly PolicyNode[]): readonly Clause[] =>
  nodes.flatMap(node =>
    node.kind === 'clause' ? [node, ...(node.orElse === undefined ? [] : clausesIn([node.orElse]))] : [],
  )
