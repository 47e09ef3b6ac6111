import { agent } from '../../../core/agent/declare.ts'
import { answerOf } from '../../../core/compile/answer/answer-of.ts'
import { compile } from '../../../core/compile/compile.ts'
import type { SummarizeMessage } from '../../../core/effect/summarize/handler.ts'
import type { Usage } from '../../../core/ir/event.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { createSession } from '../../../core/session/create.ts'
import { digest } from '../../../core/text/digest.ts'
import { toJson } from '../../../core/text/json.ts'
import { contextTags } from '../../../core/trust/fence.ts'
import type { ModelClient } from '../model-client.ts'

/** Returns a message between tags that the message's text cannot close, so that it cannot imitate others. */
export function fencedMessage({ seq, author, text }: SummarizeMessage): string {
  const { open, close } = contextTags(text, `message ${seq} of ${author}`)
  // The tag is renamed, because a compile escapes user text that looks like the compiler's own tags.
  return open.replace('context:', 'message:') + text + close.replace('context:', 'message:')
}

/** Question to a model about messages, answered in JSON. */
export interface Question {
  readonly messages: readonly SummarizeMessage[]
  readonly prompt: string
  readonly schema: JsonObject
}

/** Model to ask, and the client that calls it. */
export interface Asking {
  readonly client: ModelClient
  readonly model: string
  readonly signal: AbortSignal
  /** Called with the tokens of the call, as the provider reports them. */
  readonly onUsage: (usage: Usage) => void
}

/** Asks a model, and returns the text of its answer. Throws if there is no text. */
export async function askModel({ messages, prompt, schema }: Question, asking: Asking): Promise<string> {
  const { client, model } = asking
  const asked = agent({ name: 'assistant', identity: false, staticInstruction: prompt, outputSchema: schema })
  const text = messages.map(fencedMessage).join('\n\n')
  const session = createSession({ events: [{ author: 'user', text }] })
  const compiled = await compile(asked, session, { model, target: client.target })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message ?? 'there is no request')
  return requestText(compiled.request, compiled, asking)
}

/** Finish reasons of all providers for an answer that is incomplete or withheld. */
const cutOff =
  /length|max_|exceeded|filter|refus|safety|incomplete|error|recitation|prohibited|blocklist|spii|malformed/i

/** Sends a request, and returns the text of the answer. Throws if there is no text. */
export async function requestText(
  request: object,
  result: Parameters<typeof answerOf>[0],
  { client, model, signal, onUsage }: Asking,
): Promise<string> {
  const key = digest(toJson(request)).slice(0, 32)
  for await (const part of client.stream(request, { model, signal, key })) {
    if (part.type !== 'response') continue
    const events = answerOf(result, part.response)
    for (const { actions } of events) if (actions?.usage) onUsage({ model, ...actions.usage })
    const { finish = '' } = part
    if (cutOff.test(finish)) throw new Error(`the answer of the model is not complete (${finish})`)
    return events
      .flatMap(({ parts = [] }) => parts.map(each => (each.kind === 'text' ? each.text : '')))
      .join('')
  }
  throw new Error('the stream of the model ended without an answer')
}
