import { agent } from '../../agent/declare.ts'
import { answerOf } from '../../compile/answer/answer-of.ts'
import { compile } from '../../compile/compile.ts'
import type { SummarizeMessage } from '../../effect/summarize/handler.ts'
import type { JsonObject } from '../../ir/json.ts'
import { createSession } from '../../session/create.ts'
import { digest } from '../../text/digest.ts'
import { fence } from '../../trust/fence.ts'
import type { ModelClient } from '../model-client.ts'

/** A question to a model about messages, whose answer is JSON. */
export interface Question {
  readonly messages: readonly SummarizeMessage[]
  readonly prompt: string
  readonly schema: JsonObject
}

/** A model and the way to call it. */
export interface Asking {
  readonly client: ModelClient
  readonly model: string
  readonly signal: AbortSignal
}

/** Returns a message between tags that it cannot close, so that it cannot speak as another one. */
function fenced({ seq, author, text }: SummarizeMessage): string {
  const { open, close } = fence(text, `message ${seq} of ${author}`)
  // By another name: a compile escapes what looks like its own tags in a user's text.
  return open.replace('context:', 'message:') + text + close.replace('context:', 'message:')
}

/** Asks a model and returns the text of its answer. Throws if there is none. */
export async function askModel(
  { messages, prompt, schema }: Question,
  { client, model, signal }: Asking,
): Promise<string> {
  const asked = agent({ name: 'assistant', identity: false, staticInstruction: prompt, outputSchema: schema })
  const text = messages.map(fenced).join('\n\n')
  const session = createSession({ events: [{ author: 'user', text }] })
  const compiled = await compile(asked, session, { model, target: client.target })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message ?? 'there is no request')
  const key = digest(`${prompt}\0${text}`).slice(0, 32)
  for await (const part of client.stream(compiled.request, { model, signal, key })) {
    if (part.type !== 'response') continue
    const parts = answerOf(compiled, part.response).flatMap(event => event.parts ?? [])
    return parts.map(each => (each.kind === 'text' ? each.text : '')).join('')
  }
  throw new Error('the stream of the model ended without an answer')
}
