import type { Continuation } from '../../../core/effect/continuation.ts'
import type { SummarizeInput, SummaryStatement } from '../../../core/effect/summarize/handler.ts'
import { wellFormed } from '../../../core/text/well-formed.ts'
import { bareModel } from '../../../core/vendor/rows/bare-model.ts'
import { type Asking, fencedMessage, textOfAnswer } from './ask-model.ts'
import { referringLines } from './referring-lines.ts'

/** Most characters of a message's beginning, by which the model finds it again. */
const longestBeginning = 60

/** Characters that count as one token where two prices are compared. */
const charactersPerToken = 4

/** Returns the question that names the messages to summarize by their beginnings. */
const questionOf = ({
  messages,
  prompt,
}: SummarizeInput): string => `Do not go on with the work in this answer, and call no tool.
${prompt}

Summarize these messages of the conversation above, and no others. Each is named here by its number and its beginning:
${messages.map(({ text, ...message }) => fencedMessage({ ...message, text: wellFormed(text.slice(0, longestBeginning)) })).join('\n')}

Write one statement a line, and at the end of each line the numbers of its messages in brackets, such as [3, 7].`

/**
 * Returns the request that was just sent with the question at its end, if that costs less than the messages alone do: the model is
 * the same, the request shows the messages, and the provider's cache holds it. Else null.
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
 * Asks the model of a request that goes on, and returns its statements; null if it gives none: if it calls a tool, goes on with the
 * work, is cut off, or the call fails.
 */
export async function askOn(
  request: object,
  asking: Asking,
): Promise<{ readonly statements: readonly SummaryStatement[] } | null> {
  const { client, model, signal } = asking
  const agent = { name: 'assistant', branch: '', outputKey: null }
  const names = { toDeclared: (name: string): string => name }
  const result = { agent, model, names, plan: null, target: client.target }
  try {
    return referringLines(await textOfAnswer(request, result, asking))
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
