import { type Event, roleOfAuthor } from '../../ir/event.ts'
import { eventOrigin } from '../../ir/origin.ts'
import type { Finding } from '../../ir/protection.ts'
import type { ToolResultPart } from '../../ir/result.ts'
import type { Validated } from '../../schema/validator.ts'
import type { Session } from '../../session/session.ts'
import { parseJson } from '../../text/json.ts'

/** Validators by name. */
export type Validators = ReadonlyMap<string, (value: unknown) => Validated>

/** Returns the values to validate for a result or an answer: its parsed JSON if it is JSON, and the text itself. */
function valuesToValidate(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [structuredClone(value)]
  const parsed = parseJson(value)
  return parsed === undefined ? [value] : [parsed, value]
}

/** Returns the value of a tool result: its single data value, or its joined texts. */
function resultValue({ content }: ToolResultPart): unknown {
  const told = content.filter(piece => piece.kind === 'data' || (piece.kind === 'text' && piece.text !== ''))
  const [only] = told
  if (told.length === 1 && only?.kind === 'data') return only.value
  return told.map(piece => (piece.kind === 'text' ? piece.text : '')).join('')
}

/** A checked result or answer, with its findings. */
interface Checked {
  readonly seq: number
  readonly found: readonly Finding[]
}

/**
 * Findings about the results and answers of a session. Only the newest step of each tool and each agent counts:
 * problems of an earlier step were corrected, or the agent already knows about them. A longer version of the session
 * costs only its new events.
 */
export class HistoryCheck {
  private readonly results: Validators
  private readonly answers: Validators
  /** Checked steps of each tool and each agent, oldest first. */
  private readonly checked = new Map<string, Checked[]>()
  /** Names of the called tools, by branch and call id. */
  private readonly tools = new Map<string, string>()
  private length = 0

  constructor(results: Validators, answers: Validators) {
    this.results = results
    this.answers = answers
  }

  /**
   * Returns the findings about the newest results and answers that an agent `sees`. Rewound and refused results and
   * answers do not count.
   */
  findings(session: Session, sees: (seq: number) => boolean): readonly Finding[] {
    for (; this.length < session.length; this.length++) this.check(session.event(this.length))
    const { rows, runMarks } = session.units
    const unitOf = (seq: number): number => rows.spans.unitAt(seq)
    const isSeenAndValid = ({ seq }: Checked): boolean =>
      seq < session.length && !runMarks.refused.has(seq) && !rows.isRewound(unitOf(seq)) && sees(seq)
    return [...this.checked.values()].flatMap(all => {
      // The check ends here if nothing was found, because to compute what an agent sees takes time for the whole
      // session.
      if (all.every(({ found }) => found.length === 0)) return []
      const newest = all.findLast(isSeenAndValid)
      if (newest === undefined) return []
      const unit = unitOf(newest.seq)
      return all.filter(one => isSeenAndValid(one) && unitOf(one.seq) === unit).flatMap(({ found }) => found)
    })
  }

  private check(event: Event): void {
    const { author, branch, parts, seq } = event
    for (const [index, part] of parts.entries()) {
      if (part.kind === 'tool-call') this.tools.set(`${branch}\0${part.id}`, part.name)
      if (part.kind !== 'tool-result' || part.isError === true) continue
      const name = part.name ?? this.tools.get(`${branch}\0${part.id}`) ?? ''
      this.noteChecked(this.results.get(name), resultValue(part), `a result of '${name}'`, {
        seq,
        at: eventOrigin(seq, index),
      })
    }
    // Text next to calls is not the agent's answer.
    const texts = parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    if (
      roleOfAuthor(author) !== 'model' ||
      texts.length === 0 ||
      parts.some(({ kind }) => kind === 'tool-call')
    )
      return
    this.noteChecked(this.answers.get(author), texts.join(''), `an answer of '${author}'`, {
      seq,
      at: `e:${seq}`,
    })
  }

  private noteChecked(
    validate: ((value: unknown) => Validated) | undefined,
    value: unknown,
    of: string,
    { seq, at }: { readonly seq: number; readonly at: string },
  ): void {
    if (validate === undefined) return
    const [first, ...others] = valuesToValidate(value).map(form => validate(form))
    const fits = first?.ok === true || others.some(({ ok }) => ok)
    const problems = first === undefined || first.ok ? [] : first.problems
    const found: readonly Finding[] = fits ? [] : [{ kind: 'unfit', of, at, problems }]
    const all = this.checked.get(of) ?? []
    this.checked.set(of, all)
    all.push({ seq, found })
  }
}
