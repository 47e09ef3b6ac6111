import { digest } from '../core/text/digest.ts'
import { toJson } from '../core/text/json.ts'
import type { ModelCall, ModelClient, ModelPart } from '../run/models/model-client.ts'
import { scriptedWords, waitMilliseconds } from './answer-pieces.ts'

/** Tool call in a scripted answer. */
export interface ScriptedCall {
  readonly name: string
  readonly arguments?: object | string
  /** Id of the call. Default: an id derived from the position of the call. */
  readonly id?: string
}

/** Scripted answer of the model: a text, a text with tool calls, or an error. */
export type ScriptedAnswer =
  | string
  | {
      readonly text?: string
      readonly calls?: readonly ScriptedCall[]
      readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
      /** Message of the error that the request throws after the text was streamed. */
      readonly error?: string
      /**
       * Finish reason of the answer, such as `length`. Default: `stop`, or `tool_calls` for an answer with tool calls.
       */
      readonly finish?: string
      /** Delay before the answer, in milliseconds. */
      readonly delay?: number
    }

/** Request to a scripted model, in the form of Chat Completions. */
export interface ScriptedRequest {
  readonly messages: readonly object[]
  readonly tools?: readonly object[]
}

/** Answers in order, or a function that returns the answer to each request. */
export type Script =
  | readonly ScriptedAnswer[]
  | ((request: ScriptedRequest, call: ModelCall) => ScriptedAnswer)

/** Model client that answers from a script, and records its requests. */
export interface ScriptedModel extends ModelClient {
  readonly requests: readonly ScriptedRequest[]
}

/**
 * Returns a model client that answers from a script instead of calling a model: one answer for each request. Texts are
 * streamed word by word. A request after the end of the script throws.
 *
 * @example
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const model = scriptedModel([{ calls: [{ name: 'weather', arguments: { city: 'Rome' } }] }, 'It rains in Rome.'])
 * console.log(model.target, model.requests.length) // openai-chat 0
 */
export function scriptedModel(script: Script): ScriptedModel {
  const requests: ScriptedRequest[] = []
  return {
    target: 'openai-chat',
    requests,
    async *stream(request, call) {
      const given = request as ScriptedRequest
      requests.push(given)
      const answer = typeof script === 'function' ? script(given, call) : script[requests.length - 1]
      if (answer === undefined) throw new Error(`the script has no answer for call ${requests.length}`)
      yield* stream(typeof answer === 'string' ? { text: answer } : answer, call)
    },
  }
}

async function* stream(
  { text = '', calls = [], usage, error, delay, finish: given }: Exclude<ScriptedAnswer, string>,
  { key, model, signal }: ModelCall,
): AsyncGenerator<ModelPart> {
  if (delay !== undefined) await waitMilliseconds(delay, signal)
  for (const word of scriptedWords(text)) {
    if (signal.aborted) return
    yield { type: 'text', text: word }
    await Promise.resolve()
  }
  if (error !== undefined) throw new Error(error)
  const tools = calls.map(({ name, arguments: given = {}, id = idOfScriptedCall(key, name) }, index) => ({
    id: calls.length > 1 && !calls[index]?.id ? `${id}_${index}` : id,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : toJson(given) },
  }))
  for (const tool of tools)
    yield { type: 'tool-call', id: tool.id, name: tool.function.name, text: tool.function.arguments }
  const finish = given ?? (tools.length > 0 ? 'tool_calls' : 'stop')
  const message = { role: 'assistant', content: text || null, ...(tools.length > 0 && { tool_calls: tools }) }
  const counted = usage && { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens }
  const response = {
    model,
    choices: [{ message, finish_reason: finish }],
    ...(counted && { usage: counted }),
  }
  yield { type: 'response', response, finish }
}

const idOfScriptedCall = (key: string, name: string): string =>
  `call_${digest(`${key}/${name}`).slice(0, 12)}`
