import { nearest } from '../../text/nearest.ts'
import { stemOf, wordsOf } from '../../text/words.ts'
import { codeNamesIn, plainWords, properNamesIn, quotesIn } from './facts.ts'
import type { SummarizeMessage, SummaryStatement } from './handler.ts'
import { numbersIn, writtenNumbers } from './numbers.ts'
import { subjectsIn } from './subjects.ts'

/** Reason why a statement of a summary is dropped. */
export type Refusal =
  /**
   * The statement refers to no message, to a message that was not summarized, or to messages that do not contain its
   * facts or its subject.
   */
  | 'reference'
  | 'number'
  | 'quote'
  /** The statement has a path, an address or a name of code that its messages do not contain. */
  | 'identifier'
  | 'name'

/** Facts in messages, against which statements are checked. */
interface Facts {
  readonly numbers: ReadonlySet<string>
  readonly words: string
  readonly text: string
  readonly stems: ReadonlySet<string>
}

const factsOf = (messages: readonly SummarizeMessage[]): Facts => {
  const text = messages.map(({ author, text: said }) => `${author}: ${said}`).join('\n')
  return {
    numbers: numbersIn(text),
    words: ` ${plainWords(text)} `,
    text: text.toLowerCase(),
    stems: new Set(wordsOf(text).map(stemOf)),
  }
}

/**
 * Minimum share of a statement's words that the referenced messages must contain. Words that are in none of the
 * messages do not count.
 */
const leastShared = 1 / 3

/**
 * Checks statements against the messages that they summarize, using tests that need no model: numbers, quotes, names,
 * references.
 */
export class StatementCheck {
  private readonly all: Facts
  private readonly authors: readonly string[]
  /** Words of all messages. They are collected when the first name is looked up. */
  private known: readonly string[] | null = null
  private readonly bySeq = new Map<number, Facts | SummarizeMessage>()

  constructor(messages: readonly SummarizeMessage[]) {
    this.all = factsOf(messages)
    for (const message of messages) this.bySeq.set(message.seq, message)
    const authors = messages.map(({ author }) => plainWords(author)).filter(author => author !== '')
    // If one author's name begins with another's, the longer name is matched first.
    this.authors = [...new Set(authors)].sort((left, right) => right.length - left.length)
  }

  /** Returns the reason why a statement is rejected; null if there is none. */
  refusalReason({ text, from }: SummaryStatement): Refusal | null {
    const { all } = this
    if (writtenNumbers(text).some(number => !all.numbers.has(number))) return 'number'
    if (quotesIn(text).some(quote => !all.words.includes(` ${quote} `))) return 'quote'
    if (codeNamesIn(text).some(found => !all.text.includes(found))) return 'identifier'
    if (properNamesIn(text).some(name => !this.isNamed(name))) return 'name'
    if (subjectsIn(text).some(word => !this.isNamed(word) && !all.stems.has(stemOf(word)))) return 'name'
    return from === undefined || this.supportsStatement(text, from) ? null : 'reference'
  }

  /** Whether the messages contain a name, allowing one different letter in four: `Defence` matches `Defense`. */
  private isNamed(name: string): boolean {
    const { words } = this.all
    if (words.includes(` ${name} `)) return true
    this.known ??= [...new Set(words.split(' '))]
    const alike = this.known.filter(word => word.startsWith(name.slice(0, 2)))
    const letters = Math.floor(name.length / 4)
    return letters > 0 && nearest(name, alike, letters) !== null
  }

  /**
   * Whether the messages that a statement refers to exist, and contain its subject, numbers, quotes and enough of its
   * words.
   */
  private supportsStatement(text: string, from: readonly number[]): boolean {
    const cited = from.map(seq => this.factsOfMessage(seq))
    if (cited.length === 0 || cited.includes(null)) return false
    const facts = cited as readonly Facts[]
    const has = (test: (one: Facts) => boolean): boolean => facts.some(test)
    if (writtenNumbers(text).some(number => !has(({ numbers }) => numbers.has(number)))) return false
    if (quotesIn(text).some(quote => !has(({ words }) => words.includes(` ${quote} `)))) return false
    const subject = this.subjectOf(text)
    if (subject !== null && !has(({ words }) => words.includes(` ${subject} `))) return false
    const known = [...new Set(wordsOf(text).map(stemOf))].filter(stem => this.all.stems.has(stem))
    const shared = known.filter(stem => has(({ stems }) => stems.has(stem)))
    return shared.length >= leastShared * known.length
  }

  /** Returns the message author whose name begins a statement; null if there is none. */
  private subjectOf(text: string): string | null {
    const words = `${plainWords(text).replace(/^the /, '')} `
    return this.authors.find(author => words.startsWith(`${author} `)) ?? null
  }

  private factsOfMessage(seq: number): Facts | null {
    const known = this.bySeq.get(seq)
    if (known === undefined) return null
    if ('numbers' in known) return known
    const facts = factsOf([known])
    this.bySeq.set(seq, facts)
    return facts
  }
}
