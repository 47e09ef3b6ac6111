// Requests of the adapters equal the compiler's choice: a second compile of them finds nothing to repair, and they are no
// larger.
import { BaseMessage, coerceMessageLikeToMessage } from '@langchain/core/messages'
import type { AgentInputItem } from '@openai/agents-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { langChainDialect } from '../../src/core/adapter/langchain/dialect.ts'
import { agentsDialect } from '../../src/core/adapter/openai-agents/dialect.ts'
import { rewriteMessages } from '../../src/core/adapter/rewrite.ts'
import { compile } from '../../src/core/compile/compile.ts'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { unwrapMessage } from '../../src/core/from/langchain-message.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import { wireItem } from '../../src/core/vendor/openai/read/agents-sdk/item.ts'
import { fromLangChain, fromOpenAIResponses } from '../../src/from.ts'
import type { Compiled, Diagnostic } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { arbitraryMessages } from '../arbitrary/index.ts'
import { newTypesIn } from './legal.ts'
import { parameters, patience } from './runs.ts'

const numRuns = Math.max(300, Math.floor(parameters.numRuns / 4))

const targets = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-4.1'],
] as const

// Not CX3003: an id made up for one place may be the one that is made up for another when the places have moved.
const repairs = new Set(['CX3001', 'CX3002', 'CX3004', 'CX3006', 'CX3009', 'CX3010', 'CX7004', 'CX7006'])

/** Whether a diagnostic reports a repair; leading messages stay unchanged, so those do not count. */
const isRepair = ({ code, at }: Diagnostic): boolean =>
  repairs.has(code) && !at.some(place => place.startsWith('d:'))

const budget = fc.oneof(fc.constant(undefined), fc.integer({ min: 200, max: 3_000 }))

/** Compiles, writes back, reads again and compiles what was written, with nothing more to do. */
async function holds(
  given: Conversation,
  [target, model]: readonly [TargetName, string],
  limit: number | undefined,
  write: (compiled: Compiled) => Conversation,
): Promise<void> {
  const options = { target, model, ...(limit !== undefined && { budget: limit }) }
  const once: Compiled = await compile(given, options)
  if (!once.ok) return
  const written = write(once)
  const bound = limit === undefined ? 'measured' : 'covered'
  const again: Compiled = await compile(written, { target, model, bound })
  expect(again.ok).toBe(true)
  expect(fakeProvider(target, { newTypes: newTypesIn(again.request) }).violations(again.request)).toEqual([])
  // If all messages were empty, the system text after them comes first, and is read as an instruction without messages.
  if (written.session.length === 0) return
  expect(again.diagnostics.filter(isRepair)).toEqual([])
  // Fenced text is a user's text now, and its tags are escaped.
  if (!JSON.stringify(once.request).includes('<context:'))
    expect(again.tokens.max).toBeLessThanOrEqual(once.tokens.max)
}

/** A generated message as the framework would hold it; nothing where it would take none such. */
function instance(value: unknown): BaseMessage[] {
  const { kind, fields } = unwrapMessage(value)
  try {
    const message = coerceMessageLikeToMessage({ ...fields, type: kind } as never)
    return message instanceof BaseMessage && message.type !== 'remove' ? [message] : []
  } catch {
    return []
  }
}

describe.each(targets)('a rewrite for %s', (...pair) => {
  test('equals the compiled messages of LangChain', { timeout: patience(120_000) }, async () => {
    const property = fc.asyncProperty(arbitraryMessages('langchain'), budget, async (values, limit) => {
      const messages = values.flatMap(instance)
      const given = fromLangChain(messages)
      const { session, leading } = given
      await holds(given, pair, limit, compiled =>
        fromLangChain([
          ...messages.slice(0, leading),
          ...rewriteMessages(
            session,
            compiled,
            langChainDialect(session, messages, seq => seq + leading),
          ).messages,
        ]),
      )
    })
    await fc.assert(property, { ...parameters, numRuns })
  })

  test('equals the compiled items of the OpenAI Agents SDK', { timeout: patience(120_000) }, async () => {
    const property = fc.asyncProperty(arbitraryMessages('openai'), budget, async (values, limit) => {
      const items = values.flatMap(agentsItem)
      const read = (list: readonly AgentInputItem[]): Conversation =>
        fromOpenAIResponses({ input: list.map(wireItem) }, { model: pair[1] })
      const given = read(items)
      const { session, leading } = given
      await holds(given, pair, limit, compiled =>
        read([
          ...items.slice(0, leading),
          ...rewriteMessages(
            session,
            compiled,
            agentsDialect(session, items, seq => seq + leading),
          ).messages,
        ]),
      )
    })
    await fc.assert(property, { ...parameters, numRuns })
  })
})

/** A wire item as the framework holds it; nothing where it would hold none such. */
function agentsItem(value: unknown): AgentInputItem[] {
  if (typeof value !== 'object' || value === null) return []
  const { call_id: callId, summary, encrypted_content: sealed, ...item } = value as Record<string, unknown>
  if (item.type === 'function_call')
    return typeof item.arguments === 'string' ? [{ ...item, callId: String(callId ?? '') } as never] : []
  if (item.type === 'function_call_output')
    return [
      { ...item, type: 'function_call_result', callId: String(callId ?? ''), status: 'completed' } as never,
    ]
  if (item.type === 'reasoning')
    return Array.isArray(summary)
      ? [{ ...item, content: summary, providerData: { encrypted_content: sealed } } as never]
      : []
  return item.type === undefined || item.type === 'message' ? [item as never] : []
}
