import { records } from '../corpus/records.ts'

export interface Turn {
  readonly author: string
  /** What is searched. */
  readonly text: string
  /** Tokens, at four characters each. */
  readonly cost: number
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
    readonly date?: string
    readonly speaker: string
    readonly text: string
  }[]
  readonly qa: readonly { readonly question: string; readonly evidence: readonly (string | number)[] }[]
}

/** Recorded conversations, with those of their questions whose evidence is known. */
export function conversations(file: string, folder?: string): Conversation[] {
  return (records(file, folder) as RecordedConversation[]).map(({ turns, qa }) => {
    const places = new Map(turns.map(({ id }, index) => [id, index]))
    return {
      turns: turns.map(({ date, speaker, text }) => {
        const said = `${speaker}: ${text}`
        const dated = date === undefined ? said : `[${date}] ${said}`
        return { author: speaker, text: said, cost: Math.ceil(dated.length / 4) }
      }),
      questions: qa
        .filter(({ evidence }) => evidence.length > 0)
        .map(({ question, evidence }) => ({
          query: question,
          evidence: new Set(evidence.map(id => places.get(id)!)),
        })),
    }
  })
}
