import { type Event, roleOf } from '../../ir/event.ts'
import { eventOrigin } from '../../ir/origin.ts'
import type { ToolResultPart } from '../../ir/result.ts'
import type { Validated } from '../../schema/validator.ts'
import type { Session } from '../../session/session.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { Finding } from '../protection.ts'

/** Validators by name. */
export type Validators = ReadonlyMap<string, (value: unknown) => Validated>

/** Returns the value that a text is the JSON of, or the text. */
function read(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** Returns the value of a result: of one piece as it is, of several as their text. */
function contentOf({ content }: ToolResultPart): unknown {
  const [only] = content
  if (content.length === 1 && only?.kind === 'data') return only.value
  return read(content.map(piece => (piece.kind === 'text' ? piece.text : '')).join(''))
}

/** Keeps what is wrong with the results and answers of a session. The work for a longer version follows what was appended. */
export class HistoryCheck {
  private readonly results: Validators
  private readonly answers: Validators
  private readonly found = new Map<number, readonly Finding[]>()
  /** Names of the tools that were called, by call. */
  private readonly tools = new Map<string, string>()
  private length = 0

  constructor(results: Validators, answers: Validators) {
    this.results = results
    this.answers = answers
  }

  /** Returns what is wrong with the results and answers that were not rewound. */
  findings(session: Session): readonly Finding[] {
    for (; this.length < session.length; this.length++) {
      const found = this.check(session.event(this.length))
      if (found.length > 0) this.found.set(this.length, found)
    }
    const { rows } = session.units
    return [...this.found].flatMap(([seq, found]) =>
      seq < session.length && !rows.isRewound(rows.firstFrom(seq)) ? found : [],
    )
  }

  private check(event: Event): readonly Finding[] {
    const { author, parts, seq } = event
    const results = parts.flatMap((part, index): readonly Finding[] => {
      if (part.kind === 'tool-call') this.tools.set(part.id, part.name)
      if (part.kind !== 'tool-result' || part.isError === true) return []
      const name = part.name ?? this.tools.get(part.id) ?? ''
      const place = eventOrigin(seq, index)
      return this.unfit(this.results.get(name), contentOf(part), `a result of '${name}'`, place)
    })
    // With calls beside it, a text is none of the answers.
    const texts = parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    if (roleOf(author) !== 'model' || texts.length === 0 || parts.some(({ kind }) => kind === 'tool-call'))
      return results
    const answer = this.answers.get(author)
    return [...results, ...this.unfit(answer, read(texts.join('')), `an answer of '${author}'`, `e:${seq}`)]
  }

  private unfit(
    validate: ((value: unknown) => Validated) | undefined,
    value: unknown,
    of: string,
    at: string,
  ): readonly Finding[] {
    const result = validate?.(value)
    return result === undefined || result.ok ? [] : [{ kind: 'unfit', of, at, problems: result.problems }]
  }
}
