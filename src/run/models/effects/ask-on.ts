import type { Continuation } from '../../../core/effect/continuation.ts'
import type { SummarizeInput, SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { wellFormed } from '../../../core/text/well-formed.ts'
import { bareModel } from '../../../core/vendor/rows/bare-model.ts'
import { type Asking, fencedMessage, requestText } from './ask-model.ts'
import { referringLines } from './referring-lines.ts'

/** Maximum number of characters in a message's first words, by which the model identifies it. */
const longestBeginning = 60

/** Characters that count as one token when two prices are compared. */
const charactersPerToken = 4

/** Returns the prompt that identifies each message to summarize by its first words. */
const questionOf = ({
  messages,
  prompt,
}: SummarizeInput): string => `Do not go on with the work in this answer, and call no tool.
${prompt}

Summarize these messages of the conversation above, and no others. Each is named here by its number and its beginning:
${messages.map(({ text, ...message }) => fencedMessage({ ...message, text: wellFormed(text.slice(0, longestBeginning)) })).join('\n')}

Write one statement a line, and at the end of each line the numbers of its messages in brackets, such as [3, 7].`

/**
 * Returns the last request with the question at its end, if this costs less than sending only the messages: it needs
 * the same model, a request that shows the messages, and the request in the provider's cache. Otherwise returns null.
 */
export function cheaperRequest(
  input: SummarizeInput,
  { client, model }: Pick<Asking, 'client' | 'model'>,
  continuation: Continuation | undefined,
): object | null {
  if (continuation === undefined || input.schema !== undefined) return null
  const { target, model: own, prices } = continuation
  if (target !== client.target || bareModel(own) !== bareModel(model)) return null
  const question = questionOf(input)
  const alone = input.messages.reduce((sum, { text }) => sum + text.length, input.prompt.length)
  const perCharacter = prices.token / charactersPerToken
  if (prices.request + question.length * perCharacter >= alone * perCharacter) return null
  return input.messages.every(({ seq }) => continuation.shows(seq)) ? continuation.ask(question) : null
}

/**
 * Asks the question at the end of the agent's request, and returns the statements; null if the model calls a tool,
 * continues the work or is cut off, or if the call fails.
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
    return referringLines(await requestText(request, result, asking))
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
