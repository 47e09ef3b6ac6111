import { records } from '../corpus/records.ts'

export interface Turn {
  readonly author: string
  /** Text to search. */
  readonly text: string
  /** Tokens, at four characters each. */
  readonly cost: number
  /** The session that it belongs to; undefined if the conversation has one alone. */
  readonly session?: string
}

interface Question {
  readonly query: string
  /** The turns that hold the answer. */
  readonly evidence: ReadonlySet<number>
}

export interface Conversation {
  readonly turns: readonly Turn[]
  readonly questions: readonly Question[]
}

interface RecordedConversation {
  readonly turns: readonly {
    readonly id: string | number
    readonly session?: string | number
    readonly date?: string
    readonly speaker: string
    readonly text: string
  }[]
  readonly qa: readonly { readonly question: string; readonly evidence: readonly (string | number)[] }[]
}

/** Conversations whose turns are long: each run of so many turns of one session is one. */
export function longTurns(file: string, run: number, folder?: string): Conversation[] {
  return (records(file, folder) as RecordedConversation[]).map(({ turns, qa }) => {
    const units: { session: unknown; ids: (string | number)[]; lines: string[]; speaker: string }[] = []
    for (const { id, session, date, speaker, text } of turns) {
      const last = units.at(-1)
      const line = `${date === undefined ? '' : `[${date}] `}${speaker}: ${text}`
      if (last && last.session === session && last.ids.length < run) {
        last.ids.push(id)
        last.lines.push(line)
      } else units.push({ session, ids: [id], lines: [line], speaker })
    }
    const places = new Map(units.flatMap(({ ids }, index) => ids.map(id => [id, index] as const)))
    return {
      turns: units.map(({ lines, speaker }) => {
        const text = lines.join('\n')
        return { author: speaker, text, cost: Math.ceil(text.length / 4) }
      }),
      questions: questionsOf(qa, places),
    }
  })
}

/** Returns conversations as one, each after the one before it. */
export function asOne(parts: readonly Conversation[]): Conversation {
  const turns: Turn[] = []
  const questions: Question[] = []
  for (const part of parts) {
    const before = turns.length
    turns.push(...part.turns)
    for (const { query, evidence } of part.questions)
      questions.push({ query, evidence: new Set([...evidence].map(turn => turn + before)) })
  }
  return { turns, questions }
}

/** Questions whose evidence is known, by the places of turns. */
const questionsOf = (
  qa: RecordedConversation['qa'],
  places: ReadonlyMap<string | number, number>,
): Question[] =>
  qa
    .filter(({ evidence }) => evidence.length > 0)
    .map(({ question, evidence }) => ({
      query: question,
      evidence: new Set(evidence.map(id => places.get(id)!)),
    }))

/** Recorded conversations, with those of their questions whose evidence is known. */
export function conversations(file: string, folder?: string): Conversation[] {
  return (records(file, folder) as RecordedConversation[]).map(({ turns, qa }) => {
    const places = new Map(turns.map(({ id }, index) => [id, index]))
    return {
      turns: turns.map(({ date, speaker, text, session }) => {
        const said = `${speaker}: ${text}`
        const dated = date === undefined ? said : `[${date}] ${said}`
        return {
          ...{ author: speaker, text: said, cost: Math.ceil(dated.length / 4) },
          ...(session !== undefined && { session: String(session) }),
        }
      }),
      questions: questionsOf(qa, places),
    }
  })
}
