import { check } from '../../../src/cli/check/check.ts'
import { agent } from '../../../src/core/agent/declare.ts'
import * as C from '../../../src/core/context/index.ts'
import type { Code } from '../../../src/core/diag/catalogue.ts'
import { fallback } from '../../../src/core/program/fallback.ts'
import { mapOver } from '../../../src/core/program/map-over.ts'
import type { Member } from '../../../src/core/program/member.ts'
import { parallel } from '../../../src/core/program/parallel.ts'
import { pipeline } from '../../../src/core/program/pipeline.ts'
import { route } from '../../../src/core/program/route.ts'
import * as S from '../../../src/core/state/index.ts'
import { variant } from './variant.ts'

const reads = (name: string, instruction: string) => agent({ name, instruction })
const writes = (name: string, outputKey: string) => agent({ name, outputKey })

const checked = (code: Code, title: string, program: () => Member) =>
  variant(code, title, async () => check(program() as never))

/** Texts about programs, which need no session. */
export const checkedVariants = [
  checked('CX1001', 'a misspelt key', () => pipeline(writes('w', 'draft'), reads('r', 'Edit {drfat}.'))),
  checked('CX1001', 'a key that is written later', () =>
    pipeline(reads('r', 'Edit {draft}.'), writes('w', 'draft'), reads('e', '{draft}')),
  ),
  checked('CX1001', 'a field of a key', () => reads('r', 'Go to {plan.city}.')),
  checked('CX1001', 'a source of a context', () => agent({ name: 'r', context: [C.all(), C.state('plan')] })),
  checked('CX1001', 'a list', () =>
    mapOver({ key: 'items', into: 'texts' }, agent({ name: 'r', instruction: '{item}' })),
  ),
  checked('CX1002', 'a source of a context', () =>
    pipeline(
      writes('k', 'kind'),
      route('kind').is('a', writes('w', 'plan')),
      agent({ name: 'r', context: [C.all(), C.state('plan')] }),
    ),
  ),
  checked('CX1003', 'a context of its own', () =>
    pipeline(
      writes('w', 'draft'),
      agent({ name: 'r', instruction: 'Edit {draft}.', context: C.fromAgents('w') }),
    ),
  ),
  checked('CX1003', 'an instruction and a context', () =>
    pipeline(
      writes('w', 'draft'),
      agent({ name: 'r', instruction: 'Edit {draft}.', context: [C.userOnly(), C.state('draft')] }),
    ),
  ),
  checked('CX1004', 'an answer that is replaced', () =>
    pipeline(
      writes('w', 'draft'),
      agent({ name: 'v', outputKey: 'draft', includeContents: 'user-only' }),
      agent({ name: 'r', instruction: 'Edit {draft}.', includeContents: 'user-only' }),
    ),
  ),
  checked('CX1009', 'an answer that is replaced', () =>
    pipeline(writes('w', 'draft'), writes('v', 'draft'), reads('r', 'Edit {draft}.')),
  ),
  checked('CX1033', 'a window', () =>
    agent({
      name: 'r',
      context: [C.window(4).compact({ at: 'arrival' }), C.userOnly().fresh({ turns: 2 })],
      tools: [{ name: 'whole', expands: true }],
    }),
  ),
  checked('CX1032', 'an output schema', () =>
    agent({ name: 'r', outputSchema: { type: 'object', properties: { a: { pattern: '(?i)a' } } } }),
  ),
  checked('CX1005', 'a path into a value', () =>
    pipeline(
      writes('w', 'plan'),
      route('plan.kind')
        .is('a', agent({ name: 'a' }))
        .otherwise(agent({ name: 'b' })),
    ),
  ),
  checked('CX1005', 'a misspelt key of conditions', () =>
    pipeline(
      writes('w', 'intent'),
      route('intnet').when(() => true, agent({ name: 'a' })),
    ),
  ),
  checked('CX1006', 'a key that a step renamed', () =>
    pipeline(writes('w', 'draft'), S.rename({ draft: 'text' }), reads('r', '{draft} {text}')),
  ),
  checked('CX1008', 'a step in one of the branches', () =>
    pipeline(parallel(writes('a', 'k'), writes('b', 'k')), reads('r', '{k}')),
  ),
  checked('CX1009', 'a step', () => pipeline(S.set({ seen: 1 }), agent({ name: 'a' }))),
  checked('CX1010', 'a misspelt key', () =>
    pipeline(writes('w', 'draft'), S.rename({ drfat: 'text' }), reads('r', '{draft}')),
  ),
  checked('CX1011', 'a member after one that cannot fail', () =>
    fallback(pipeline(S.set({ a: 1 })), agent({ name: 'b' })),
  ),
  checked('CX1011', 'two branches for one value', () =>
    pipeline(
      writes('w', 'kind'),
      route('kind')
        .is('a', agent({ name: 'a' }))
        .is('a', agent({ name: 'b' }))
        .otherwise(agent({ name: 'c' })),
    ),
  ),
  checked('CX1014', 'a parent that must call one tool', () =>
    agent({
      name: 'root',
      tools: [{ name: 'f', parameters: { type: 'object' } }],
      generateConfig: { toolChoice: { tool: 'f' } },
      subAgents: [agent({ name: 'helper', description: 'Helps.' })],
    }),
  ),
  checked('CX1026', 'a misspelt agent', () =>
    pipeline(agent({ name: 'writer' }), agent({ name: 'r', context: C.fromAgents('writr') })),
  ),
]
