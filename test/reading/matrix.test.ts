import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/from.ts'
import * as from from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { samples, words } from './samples.ts'

const importers: Readonly<Record<string, (messages: readonly object[]) => Conversation | null>> = {
  fromOpenAI: from.fromOpenAI,
  fromOpenAIResponses: from.fromOpenAIResponses,
  fromAnthropic: from.fromAnthropic,
  fromGemini: from.fromGemini,
  fromAISDK: from.fromAISDK,
  fromLangChain: from.fromLangChain,
  fromADK: from.fromADK,
  fromPlain: from.fromPlain,
  importConversation: from.importConversation,
}

const models = { 'openai-chat': 'gpt-4.1', anthropic: 'claude-sonnet-5' } as const

/** Strings of a request, with what is written as JSON in them. */
function textOf(value: unknown): string {
  if (typeof value === 'string')
    return value.includes('\\') ? `${value} ${value.replaceAll('\\', '')}` : value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textOf).join('\n')
}

const pairs = Object.entries(samples).flatMap(([name, sample]) =>
  Object.keys(importers).map(importer => [name, importer, sample] as const),
)

describe.each(Object.entries(models))('as %s', (target, model) => {
  test.each(pairs)(
    '%s given to %s: read right, or refused by name, and no word lost (N3, N4, D2)',
    async (_name, importer, { by, messages }) => {
      const conversation = importers[importer]?.(messages)
      expect(conversation).toBeTruthy()
      const result = await compile(conversation as Conversation, { target: target as 'anthropic', model })
      const unread = result.diagnostics.filter(({ code }) => code === 'CX3008' || code === 'CX3014')
      const named = unread.some(({ help }) => by.some(right => help?.startsWith(`use ${right}`)))
      if (by.includes(importer) || importer === 'importConversation') {
        expect(result.ok).toBe(true)
        expect(unread).toEqual([])
        const sent = JSON.stringify(result.request)
        expect(sent).toMatch(
          target === 'anthropic' ? /"tool_use".*"tool_result"/ : /"tool_calls".*"tool_call_id"/,
        )
        if (_name !== 'plain') expect(sent).toContain('iVBORw0KGgo=')
      } else expect(named).toBe(true)
      if (result.ok) for (const word of words) expect(textOf(result.request)).toContain(word)
      else expect(unread.map(({ code }) => code)).toContain('CX3014')
    },
  )
})
