import type { ToolCallPart } from '../../ir/call.ts'
import type { EventInput } from '../../ir/event.ts'
import { reasonOf } from '../../text/reason.ts'
import { toResultContent } from './result-content.ts'

/**
 * Returns the result of a tool call as an event to append. A string becomes text, a list of parts (`text`, `data`,
 * `file`) stays unchanged, and any other value becomes data; `undefined` and `null` are an empty result. An `Error`
 * becomes an error result with its message, which the model reads. Throws a TypeError for a value that JSON cannot
 * represent. On a branch, add the branch of the answer.
 *
 * @example
 * import { createSession, resultOf } from 'ctxc'
 *
 * const call = { kind: 'tool-call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } } as const // callsOf(answer)
 * const run = async (city: string) => ({ city, sky: 'rain' })
 * const session = createSession({ events: [{ author: 'helper', parts: [call] }] })
 * const result = await run(call.arguments.city).catch(error => error)
 * console.log(session.append(resultOf(call, result)).length) // 2
 */
export const resultOf = ({ id, name }: Pick<ToolCallPart, 'id' | 'name'>, value: unknown): EventInput => ({
  author: 'tool',
  parts: [
    value instanceof Error
      ? {
          kind: 'tool-result',
          id,
          name,
          content: [{ kind: 'text', text: `Error: ${reasonOf(value)}` }],
          isError: true,
        }
      : { kind: 'tool-result', id, name, content: toResultContent(value) },
  ],
})
