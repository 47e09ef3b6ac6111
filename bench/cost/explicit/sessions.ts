import { readRuns } from '../../../scripts/runs.ts'

/** A conversation in the messages of OpenAI Chat, and the seconds between its calls. */
export interface Paced {
  readonly name: string
  readonly messages: readonly object[]
  readonly tools?: readonly object[]
  readonly pause: number
}

/** Longest conversation that is replayed, in calls. */
const mostCalls = 60

/** Recorded agents at work: the longest runs, whose calls follow each other as soon as tools answer. */
export const recorded = (folder: string, most: number): Paced[] =>
  readRuns(folder)
    .chat.toSorted((left, right) => right.messages.length - left.messages.length)
    .slice(0, most)
    .map(({ file, id, messages, tools }) => ({
      name: `${file}/${id}`,
      messages: upTo(messages, mostCalls),
      ...(tools && { tools }),
      pause: 15,
    }))

/** Made-up chats with a long instruction, in which a user speaks before each answer. */
export const chats = (pause: number): Paced[] =>
  [4, 8, 16, 32, 60].map(turns => {
    const system = {
      role: 'system',
      content: 'Answer in full sentences, and name the sources you read. '.repeat(900),
    }
    const said = Array.from({ length: turns }, (_, turn) => [
      { role: 'user', content: `Question ${turn}. ${'What do you think of this? '.repeat(40)}` },
      {
        role: 'assistant',
        content: `Answer ${turn}. ${'I think that it is so, because of that. '.repeat(60)}`,
      },
    ])
    return { name: `${turns} turns`, messages: [system, ...said.flat()], pause }
  })

/** Returns messages up to the last one before so many answers and one more. */
function upTo(messages: readonly object[], calls: number): readonly object[] {
  let answers = 0
  const end = messages.findIndex(
    message => (message as { role?: string }).role === 'assistant' && ++answers > calls,
  )
  return end < 0 ? messages : messages.slice(0, end)
}
