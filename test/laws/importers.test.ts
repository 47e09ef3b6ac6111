import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importConversation } from '../../src/from.ts'
import { arbitraryMessages, type MessageFormat } from '../arbitrary/index.ts'
import { importers } from '../importers.ts'
import { scanDiffers } from './importers.ts'
import { parameters, patience } from './runs.ts'

const keys = [
  'role',
  'content',
  'type',
  'text',
  'tool_calls',
  'function',
  'arguments',
  'id',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'output',
  'input',
  'source',
  'image_url',
  'summary',
  'thinking',
  'function_call',
  'toString',
  'audio',
  'file',
  'parts',
  'functionCall',
  'functionResponse',
  'function_response',
  'args',
  'response',
  'inlineData',
  'thought',
  'thoughtSignature',
  'from',
  'value',
  'data',
  'kwargs',
  'lc',
  'additional_kwargs',
  'name',
  'author',
  'actions',
  'partial',
  'usage_metadata',
  'toolCallId',
  'approvalId',
  'state',
  'providerOptions',
  'toolInvocations',
]

const values = [
  'user',
  'model',
  'assistant',
  'system',
  'tool',
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'computer_call',
  'tool_use',
  'tool_result',
  'thinking',
  'image',
  'image_url',
  'input_image',
  'input_file',
  'custom',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'dynamic-tool',
  'tool-x',
  'output-available',
  'step-start',
  'file',
  'base64',
  'human',
  'ai',
  'AIMessageChunk',
  'remove',
  'non_standard',
  'tool_call',
  'observation',
  'constructor',
  '__proto__',
]

/** Any JSON, made of the words that importers look for. */
const { node: json } = fc.letrec(tie => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(null, 0, true, '', -0.5),
    fc.constantFrom(...values),
    fc.json({ maxDepth: 2 }).map(text => JSON.parse(text) as unknown),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys, 'x'), tie('node'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

describe.each(Object.keys(importers) as MessageFormat[])('importer of %s', format => {
  const read = importers[format]

  test('accepts any list of JSON values, and scans as it reads', { timeout: patience(120_000) }, () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), messages => {
        expect(scanDiffers(read(messages as object[]))).toEqual([])
      }),
      parameters,
    )
  })

  test('scans as it reads in conversations', { timeout: patience(120_000) }, () => {
    fc.assert(
      fc.property(arbitraryMessages(format), messages => {
        expect(scanDiffers(read(messages as object[]))).toEqual([])
      }),
      parameters,
    )
  })

  test('accepts any request around the messages', { timeout: patience(120_000) }, () => {
    const request = fc.dictionary(
      fc.constantFrom(
        'model',
        'system',
        'instructions',
        'tools',
        'tool_choice',
        'response_format',
        'text',
        'reasoning',
        'stop',
        'thinking',
        'output_config',
        'config',
        'generationConfig',
        'tool_config',
        'systemInstruction',
        'prompt',
        'toolChoice',
        'responseFormat',
      ),
      json,
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(request, fc.array(json, { maxLength: 3 }), (fields, messages) => {
        expect(
          scanDiffers(
            read({
              ...fields,
              messages,
              input: messages,
              contents: messages,
              events: messages,
            } as unknown as object[]),
          ),
        ).toEqual([])
      }),
      parameters,
    )
  })
})

test('importConversation accepts any JSON', { timeout: patience(120_000) }, () => {
  fc.assert(
    fc.property(
      fc.oneof(
        json,
        fc.array(json),
        fc.record({ messages: json }),
        fc.record({ input: json }),
        fc.record({ contents: json }),
      ),
      value => {
        expect(() => importConversation(value)).not.toThrow()
      },
    ),
    parameters,
  )
})
