import type { Continuation } from '../../../core/effect/continuation.ts'
import type { SummarizeInput, SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { wellFormed } from '../../../core/text/well-formed.ts'
import { bareModel } from '../../../core/vendor/rows/bare-model.ts'
import { type Asking, fencedMessage, requestText } from './ask-model.ts'
import { statementsInLines } from './referring-lines.ts'

/** Maximum number of characters of a message's beginning. The model finds each message by its beginning. */
const longestBeginning = 60

/** Characters that count as one token in a comparison of two prices. */
const charactersPerToken = 4

/** Returns the prompt for a summary at the end of an agent's request. It names each message by its first words. */
const summaryQuestion = ({
  messages,
  prompt,
}: SummarizeInput): string => `Do not go on with the work in this answer, and call no tool.
${prompt}

Summarize these messages of the conversation above, and no others. Each is named here by its number and its beginning:
${messages.map(({ text, ...message }) => fencedMessage({ ...message, text: wellFormed(text.slice(0, longestBeginning)) })).join('\n')}

Write one statement a line, and at the end of each line the numbers of its messages in brackets, such as [3, 7].`

/**
 * Returns the agent's last request with the question for a summary at its end, if this is possible and costs less than
 * sending only the messages. The model must be the agent's own, and the request must show all messages to summarize.
 * Otherwise returns null.
 */
export function requestWithQuestion(
  input: SummarizeInput,
  { client, model }: Pick<Asking, 'client' | 'model'>,
  continuation: Continuation | undefined,
): object | null {
  if (continuation === undefined || input.schema !== undefined) return null
  const { target, model: own, prices } = continuation
  if (target !== client.target || bareModel(own) !== bareModel(model)) return null
  const question = summaryQuestion(input)
  const alone = input.messages.reduce((sum, { text }) => sum + text.length, input.prompt.length)
  const perCharacter = prices.token / charactersPerToken
  if (prices.request + question.length * perCharacter >= alone * perCharacter) return null
  return input.messages.every(({ seq }) => continuation.shows(seq)) ? continuation.ask(question) : null
}

/**
 * Asks for a summary at the end of an agent's request, and returns its statements. Null if the call fails, or if the
 * model calls a tool, continues the work or is cut off.
 */
export async function askAtRequestEnd(
  request: object,
  asking: Asking,
): Promise<{ readonly statements: readonly SummaryStatement[] } | null> {
  const { client, model, signal } = asking
  const agent = { name: 'assistant', branch: '', outputKey: null }
  const names = { toDeclared: (name: string): string => name }
  const result = { agent, model, names, plan: null, target: client.target }
  try {
    return statementsInLines(await requestText(request, result, asking))
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
