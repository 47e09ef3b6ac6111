import fc from 'fast-check'
import type { Operation, OperationOf } from '../../src/core/ir/policy.ts'

const compacted = {
  op: fc.constant('compact' as const),
  over: fc.constantFrom(1, 20, 200),
  keep: fc.constantFrom(1, 200),
  names: fc.constantFrom(0, 100),
}

/** Generators of operations by kind. */
const operations: { readonly [Op in Operation['op']]: fc.Arbitrary<OperationOf<Op>> } = {
  dedupe: fc.record({
    op: fc.constant('dedupe'),
    which: fc.constantFrom('exact', 'alike', 'superseded'),
  }),
  project: fc.constantFrom({ op: 'project', keep: ['ok', 'items.*.id'] }, { op: 'project', omit: ['query'] }),
  truncate: fc.record({
    op: fc.constant('truncate'),
    tokens: fc.constantFrom(1, 10, 100),
    keep: fc.constantFrom('head', 'tail', 'both'),
  }),
  fresh: fc.constantFrom(
    { op: 'fresh', turns: 1, action: 'exclude' },
    { op: 'fresh', turns: 2, action: 'warn' },
    { op: 'fresh', time: 1, action: 'exclude' },
  ),
  compact: fc.oneof(
    fc.record(
      { ...compacted, olderThan: fc.nat(3), olderThanSteps: fc.nat(3), expand: fc.constant('tool' as const) },
      { requiredKeys: ['op', 'over'] },
    ),
    fc.record({ ...compacted, at: fc.constant('arrival' as const) }, { requiredKeys: ['op', 'over', 'at'] }),
  ),
  fence: fc.record({
    op: fc.constant('fence'),
    trust: fc.constantFrom('external', 'tool'),
    mark: fc.boolean(),
  }),
  summarize: fc.record(
    { op: fc.constant('summarize'), segment: fc.constantFrom(20, 200), olderThan: fc.nat(3) },
    { requiredKeys: ['op', 'segment'] },
  ),
  render: fc.constant({ op: 'render', as: 'text' }),
}

/** Generates any operation of a clause. */
export const arbitraryOperation = (): fc.Arbitrary<Operation> =>
  fc.oneof(...(Object.values(operations) as fc.Arbitrary<Operation>[]))
