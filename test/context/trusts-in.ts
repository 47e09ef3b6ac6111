import { writeSources } from '../../src/core/compile/beside/write-sources.ts'
import type { PolicyNode } from '../../src/core/ir/policy.ts'
import type { Trust } from '../../src/core/ir/trust.ts'
import type { Session } from '../../src/core/session/session.ts'

/** Trust of each context block of some nodes of a policy, whatever their conditions. */
export function trustsIn(nodes: PolicyNode | readonly PolicyNode[], session: Session): Trust[] {
  const policy = [nodes].flat()
  const sources = policy.flatMap((source, place) => (source.kind === 'source' ? [{ place, source }] : []))
  const shared = { session, artifacts: {}, missing: 'keep', find: () => undefined } as const
  return writeSources(policy, sources, { ...shared, recalled: new Map(), gaps: [], failures: [] }).texts.map(
    ({ trust }) => trust,
  )
}
