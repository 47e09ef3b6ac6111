import { type Fields, fieldsOf, textOfShape } from '../shape.ts'
import { claudeEvents } from './anthropic/events.ts'
import { gptEvents } from './openai/events.ts'
import type { BindingProvider } from './provider.ts'

/** HTTP request of an official client: its path, its headers in lower case, and its JSON body. */
interface HTTPRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Fields
}

/** HTTP answer: a JSON body, or the pieces of a stream of server-sent events. */
interface HTTPAnswer {
  readonly status: number
  readonly json?: Fields
  readonly pieces?: readonly string[]
}

/** Ends of paths that are answered by other methods than `answer`. */
const routes = { '/responses/compact': 'compact', '/messages/count_tokens': 'count' } as const

/**
 * Answers HTTP requests of official clients: `/v1/messages` of Anthropic and its count of tokens, `/responses` and
 * `/responses/compact` of OpenAI. `script` returns the answer to a request, without signatures; by default the
 * provider chooses the answer.
 */
export const answerHTTP =
  (
    provider: BindingProvider,
    script: (body: Fields) => readonly Fields[] | undefined = () => undefined,
  ): ((request: HTTPRequest) => HTTPAnswer) =>
  ({ path, headers, body }) => {
    const betas = textOfShape(headers['anthropic-beta']).split(/, */).filter(Boolean)
    const sent = betas.length === 0 ? body : { ...body, betas }
    const [route = ''] = path.split('?', 1)
    const special = Object.entries(routes).find(([end]) => route.endsWith(end))
    if (special !== undefined) {
      const { status, body: json } = provider[special[1]](sent)
      return { status, json }
    }
    const answer = provider.answer(sent, script(body))
    if (answer.status !== 200 || body.stream !== true) return { status: answer.status, json: answer.body }
    const events = route.endsWith('/messages') ? claudeEvents(answer.body) : gptEvents(answer.body)
    return { status: 200, pieces: events.map(asServerSentEvent) }
  }

const asServerSentEvent = (event: Fields): string =>
  `event: ${textOfShape(fieldsOf(event).type)}\ndata: ${JSON.stringify(event)}\n\n`
