import { givenField, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { isObject } from '../../../ir/json.ts'
import { parseJson } from '../../../text/json.ts'
import { toBase64 } from './files.ts'

/** Returns the content of a model's result (`doGenerate`) as an assistant message, as `generateText` does. */
export function answerMessage(content: readonly unknown[]): Raw {
  const parts = content.filter(isObject)
  const calls = new Set(parts.flatMap(({ type, toolCallId }) => (type === 'tool-call' ? [toolCallId] : [])))
  return { role: 'assistant', content: parts.flatMap(part => messageParts(part, calls)) }
}

/** Returns the message parts for a part of a result's content; an empty list for a source or a preliminary result. */
function messageParts(part: Raw, calls: ReadonlySet<unknown>): readonly Raw[] {
  const { providerMetadata, ...rest } = part
  const options = givenField('providerOptions', providerMetadata)
  switch (part.type) {
    case 'source':
      return []
    case 'text':
      return part.text === '' && options.providerOptions === undefined
        ? []
        : [{ type: 'text', text: part.text, ...options }]
    case 'tool-call': {
      const { dynamic: _, title: __, ...call } = rest
      return [{ ...call, input: parseCallInput(part.input), ...options }]
    }
    case 'tool-result':
      return part.preliminary === true ? [] : [resultPart(part, options, calls)]
    case 'file':
    case 'reasoning-file':
      return [{ ...rest, data: fileDataOf(part.data), ...options }]
    case 'tool-approval-request':
      return [rest]
    default:
      return [{ ...rest, ...options }]
  }
}

/** Returns the parsed input of a call, which a model writes as JSON text; other text is returned unchanged. */
function parseCallInput(input: unknown): unknown {
  if (typeof input !== 'string') return input
  return input.trim() === '' ? {} : parseJson(input, input)
}

/** Returns the result of a tool that the provider ran. The result is marked if its call is in an earlier answer. */
function resultPart(part: Raw, options: Raw, calls: ReadonlySet<unknown>): Raw {
  const { toolCallId, toolName, result = null, isError } = part
  const type = isError === true ? 'error-json' : typeof result === 'string' ? 'text' : 'json'
  return {
    ...{ type: 'tool-result', toolCallId, toolName },
    ...(!calls.has(toolCallId) && { providerExecuted: true }),
    output: { type, value: result },
    ...options,
  }
}

/** Returns a file's bytes as base64, or its URL. */
function fileDataOf(data: unknown): unknown {
  const { type, data: bytes, url } = objectOr(data)
  if (type === 'url') return url instanceof URL ? url.href : stringOr(url)
  return toBase64(type === 'data' ? bytes : data) ?? data
}
