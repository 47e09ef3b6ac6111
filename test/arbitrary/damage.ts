import fc from 'fast-check'
import { junk } from './json.ts'

interface Blow {
  readonly kind: number
  /** Place of the damage, as a share of the length. */
  readonly place: number
  readonly key: string
  readonly value: unknown
}

const blow = (): fc.Arbitrary<Blow> =>
  fc.record({
    kind: fc.nat(5),
    place: fc.nat(999),
    key: fc.constantFrom(
      'role',
      'content',
      'type',
      'tool_calls',
      'id',
      'call_id',
      'tool_call_id',
      'name',
      'output',
      'summary',
      'arguments',
      'parts',
    ),
    value: junk(),
  })

function strike(messages: readonly unknown[], { kind, place, key, value }: Blow): unknown[] {
  const at = Math.floor((place / 1_000) * messages.length)
  const message = messages[at]
  if (kind === 0) return messages.toSpliced(at, 0, value)
  if (message === undefined) return [...messages]
  if (kind === 1) return messages.toSpliced(at, 1)
  // The same object twice.
  if (kind === 2) return [...messages, message]
  if (kind === 3) return messages.toSpliced(at, 1, messages[at + 1] ?? message, message)
  if (typeof message !== 'object' || message === null) return [...messages]
  if (kind === 4) return messages.with(at, { ...message, [key]: value })
  const { content, parts } = message as { content?: unknown; parts?: unknown }
  if (Array.isArray(parts)) return messages.with(at, { ...message, parts: [...parts, value] })
  if (!Array.isArray(content)) return messages.with(at, { ...message, [key]: undefined })
  return messages.with(at, { ...message, content: [...content, value] })
}

/** Damages about a third of the conversations: a message lost, doubled, moved, or of the wrong type. */
export const damaged = (messages: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown[]> =>
  fc
    .tuple(
      messages,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(blow(), { minLength: 1, maxLength: 3 }) },
      ),
    )
    .map(([list, blows]) => blows.reduce<unknown[]>(strike, list))
