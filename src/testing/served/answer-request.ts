import { parseJson, toJson } from '../../core/text/json.ts'
import { type FakeOptions, type FakeProvider, fakeProvider } from '../fake/provider.ts'
import { type Fields, isFields } from '../fake/shape.ts'
import type { ScriptedAnswer, ScriptedCall } from '../scripted-model.ts'
import { anthropicAPI } from './anthropic.ts'
import type { Answer, AnsweredCall, API } from './api.ts'
import { geminiAPI } from './gemini.ts'
import { openaiAPI } from './openai.ts'
import { openaiChatAPI } from './openai-chat.ts'

/** API that `serveProvider` serves: Messages, Responses, Chat Completions or generateContent. */
export type ServedAPI = 'anthropic' | 'openai' | 'openai-chat' | 'gemini'

const apis: Readonly<Record<ServedAPI, API>> = {
  anthropic: anthropicAPI,
  openai: openaiAPI,
  'openai-chat': openaiChatAPI,
  gemini: geminiAPI,
}

/** Answers in order, or a function that returns the answer to each accepted request. */
export type ServedScript = readonly ScriptedAnswer[] | ((request: Fields) => ScriptedAnswer)

/** Answer to an HTTP request: a JSON body, or the pieces of a stream. */
export type HTTPAnswer = { readonly status: number; readonly delay?: number } & (
  | { readonly json: Fields }
  | { readonly pieces: readonly string[] }
)

/** Fake of an API that answers from a script. */
export class ScriptedAPI {
  private readonly api: API
  private readonly fake: FakeProvider
  private readonly script: ServedScript
  private answered = 0

  constructor(kind: ServedAPI, script: ServedScript, options: FakeOptions) {
    if (!Object.hasOwn(apis, kind))
      throw new TypeError(`kind must be one of ${Object.keys(apis).join(', ')}, got ${JSON.stringify(kind)}`)
    if (typeof script !== 'function' && !Array.isArray(script))
      throw new TypeError('script must be a list of answers or a function')
    this.api = apis[kind]
    this.fake = fakeProvider(kind, options)
    this.script = script
  }

  /** Answers a request. A request that the API would reject does not use up an answer. */
  answer(path: string, body: unknown): HTTPAnswer {
    const request = isFields(body) ? this.api.read(path, body) : null
    if (request === null) return this.refusal(404, 'not_found_error', `nothing is served at ${path}`)
    const judgement = this.fake.send(request.body)
    if (judgement.status !== 200)
      return { status: judgement.status, json: this.api.error(judgement.status, judgement.error) }
    const number = ++this.answered
    const { script } = this
    const given = typeof script === 'function' ? script(request.body) : script[number - 1]
    if (given === undefined)
      return this.refusal(400, 'invalid_request_error', `the script has no answer for request ${number}`)
    const scripted = typeof given === 'string' ? { text: given } : given
    const answer = answerOf(scripted, number)
    const unwritable = this.api.hasInputs ? answer.calls.find(({ input }) => input === null) : undefined
    if (unwritable !== undefined) {
      const message = `answer ${number} of the script calls '${unwritable.name}' with arguments that are no JSON object`
      return this.refusal(400, 'invalid_request_error', message)
    }
    const whole = this.api.write(request.body, answer)
    const { error, delay } = scripted
    const late = delay === undefined ? {} : { delay }
    const failure = error === undefined ? null : { type: 'api_error', message: error }
    if (!request.isStreamed)
      return failure === null
        ? { status: 200, json: whole, ...late }
        : { status: 500, json: this.api.error(500, failure), ...late }
    return { status: 200, pieces: this.api.stream(whole, request.body, failure), ...late }
  }

  private refusal(status: number, type: string, message: string): HTTPAnswer {
    return { status, json: this.api.error(status, { type, message, param: null, code: null }) }
  }
}

function answerOf(given: Exclude<ScriptedAnswer, string>, number: number): Answer {
  const { text = '', calls = [], usage = { inputTokens: 1, outputTokens: 1 }, finish } = given
  return {
    ...{ number, text, usage, finish },
    calls: calls.map((call, index) => callOf(call, `call_${number}_${index}`)),
  }
}

function callOf({ id, name, arguments: given = {} }: ScriptedCall, ownId: string): AnsweredCall {
  const text = typeof given === 'string' ? given : toJson(given)
  const input = parseJson(text)
  return { id: id ?? ownId, name, text, input: isFields(input) ? input : null }
}
