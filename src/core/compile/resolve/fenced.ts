import type { Operation, OperationOf } from '../../ir/policy.ts'
import type { Protection } from '../../ir/protection.ts'
import { lowerTrust } from '../../ir/trust.ts'
import { markWords } from '../../trust/fence.ts'
import type { Resolved } from './resolve.ts'

const isMark = (one: Operation): one is OperationOf<'fence'> => one.op === 'fence' && one.mark

/**
 * Returns a resolved agent with additional lines that explain its protections. In context blocks of low trust, words
 * are marked.
 */
export function addFences(all: readonly Protection[], resolved: Resolved): Resolved {
  const lines = new Set(all.flatMap(({ meaning }) => meaning ?? []))
  if (lines.size === 0) return resolved
  const { agent, beside } = resolved
  const marks = all.flatMap(({ operations = [] }) => operations.filter(isMark))
  return {
    ...resolved,
    agent: {
      ...agent,
      system: [
        ...agent.system,
        ...[...lines].map(line => ({
          parts: [{ origin: 'c:protect', runs: [[line, 'c:protect'] as const] }],
        })),
      ],
    },
    beside: {
      ...beside,
      texts: beside.texts.map(text =>
        marks.some(({ trust }) => lowerTrust(text.trust, trust) === text.trust)
          ? { ...text, runs: text.runs.map(([words, origin]) => [markWords(words), origin] as const) }
          : text,
      ),
    },
  }
}
