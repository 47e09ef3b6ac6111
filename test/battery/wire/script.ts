// Answers of a model in a form of no vendor: each file in this folder writes them in the wire format of one API.

/** A piece of an answer. `raw` is a block as the API itself has it, for what only that API knows. */
export type Said =
  | { readonly text: string; readonly sign?: string; readonly phase?: string }
  | { readonly thought: string; readonly sign?: string }
  | { readonly redacted: string }
  | {
      readonly call: string
      readonly id: string
      readonly input: Readonly<Record<string, unknown>>
      readonly sign?: string
    }
  | { readonly raw: Readonly<Record<string, unknown>> }

/** One answer of a model. */
export type Answer = readonly Said[]

/** A request as it left the house. */
export interface Sent {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
}

/** An answer to a request, its place in the script being part of the ids that the API gives. */
export type Wire = (answer: Answer, at: number, request: Sent) => Response

export const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

/** Events of a stream, each with the name that its `type` says where the API names events. */
export function sse(events: readonly object[], { named = true, done = false } = {}): Response {
  const lines = events.map(event => {
    const { type } = event as { readonly type?: string }
    return `${named && type !== undefined ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`
  })
  return new Response([...lines, ...(done ? ['data: [DONE]\n\n'] : [])].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

/** A text in pieces, as it would come: never empty, and put together the same. */
export const pieces = (text: string): readonly string[] => {
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)].filter(piece => piece !== '')
}

/** Returns base64 in place of a signature, in the alphabet that the APIs check. */
export const seal = (text: string): string => Buffer.from(`sealed ${text}`).toString('base64')
