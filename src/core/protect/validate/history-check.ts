import { type Event, roleOf } from '../../ir/event.ts'
import { eventOrigin } from '../../ir/origin.ts'
import type { Finding } from '../../ir/protection.ts'
import type { ToolResultPart } from '../../ir/result.ts'
import type { Validated } from '../../schema/validator.ts'
import type { Session } from '../../session/session.ts'
import { parseJson } from '../../text/json.ts'

/** Validators by name. */
export type Validators = ReadonlyMap<string, (value: unknown) => Validated>

/** Returns the values that a text may stand for: what it is the JSON of, and itself. */
function formsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [structuredClone(value)]
  const parsed = parseJson(value)
  return parsed === undefined ? [value] : [parsed, value]
}

/** Returns the value of a result: that of its one value, or its texts. */
function contentOf({ content }: ToolResultPart): unknown {
  const told = content.filter(piece => piece.kind === 'data' || (piece.kind === 'text' && piece.text !== ''))
  const [only] = told
  if (told.length === 1 && only?.kind === 'data') return only.value
  return told.map(piece => (piece.kind === 'text' ? piece.text : '')).join('')
}

/** A result or an answer that was checked, and what is wrong with it. */
interface Checked {
  readonly seq: number
  readonly found: readonly Finding[]
}

/**
 * Keeps what is wrong with the results and answers of a session. Of each tool and each agent, the newest step counts: an earlier
 * one was made good, or the agent knows of it. The work for a longer version follows what was appended.
 */
export class HistoryCheck {
  private readonly results: Validators
  private readonly answers: Validators
  /** By tool and by agent, oldest first. */
  private readonly checked = new Map<string, Checked[]>()
  /** Names of the tools that were called, by branch and call. */
  private readonly tools = new Map<string, string>()
  private length = 0

  constructor(results: Validators, answers: Validators) {
    this.results = results
    this.answers = answers
  }

  /** Returns what is wrong with the newest results and answers that an agent `sees`: none that was rewound or refused. */
  findings(session: Session, sees: (seq: number) => boolean): readonly Finding[] {
    for (; this.length < session.length; this.length++) this.check(session.event(this.length))
    const { rows, runMarks } = session.units
    const unitOf = (seq: number): number => rows.spans.unitAt(seq)
    const counts = ({ seq }: Checked): boolean =>
      seq < session.length && !runMarks.refused.has(seq) && !rows.isRewound(unitOf(seq)) && sees(seq)
    return [...this.checked.values()].flatMap(all => {
      // To know what an agent sees costs as much as the session is long.
      if (all.every(({ found }) => found.length === 0)) return []
      const newest = all.findLast(counts)
      if (newest === undefined) return []
      const unit = unitOf(newest.seq)
      return all.filter(one => counts(one) && unitOf(one.seq) === unit).flatMap(({ found }) => found)
    })
  }

  private check(event: Event): void {
    const { author, branch, parts, seq } = event
    for (const [index, part] of parts.entries()) {
      if (part.kind === 'tool-call') this.tools.set(`${branch}\0${part.id}`, part.name)
      if (part.kind !== 'tool-result' || part.isError === true) continue
      const name = part.name ?? this.tools.get(`${branch}\0${part.id}`) ?? ''
      this.take(this.results.get(name), contentOf(part), `a result of '${name}'`, {
        seq,
        at: eventOrigin(seq, index),
      })
    }
    // With calls beside it, a text is none of the answers.
    const texts = parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    if (roleOf(author) !== 'model' || texts.length === 0 || parts.some(({ kind }) => kind === 'tool-call'))
      return
    this.take(this.answers.get(author), texts.join(''), `an answer of '${author}'`, { seq, at: `e:${seq}` })
  }

  private take(
    validate: ((value: unknown) => Validated) | undefined,
    value: unknown,
    of: string,
    { seq, at }: { readonly seq: number; readonly at: string },
  ): void {
    if (validate === undefined) return
    const [first, ...others] = formsOf(value).map(form => validate(form))
    const fits = first?.ok === true || others.some(({ ok }) => ok)
    const problems = first === undefined || first.ok ? [] : first.problems
    const found: readonly Finding[] = fits ? [] : [{ kind: 'unfit', of, at, problems }]
    const all = this.checked.get(of) ?? []
    this.checked.set(of, all)
    all.push({ seq, found })
  }
}
