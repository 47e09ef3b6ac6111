import { blockOfUnit, contextAfterUnit } from '../compile/contract/block-of-unit.ts'
import type { Compiled, SentUnit } from '../compile/contract/result.ts'
import { withDiagnostics } from '../compile/report/with-diagnostics.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Block } from '../ir/block.ts'
import { type Edit, editFacts } from '../ir/edit.ts'
import type { Unit } from '../ir/unit.ts'
import { fillerText } from '../lower/repairs.ts'
import type { Session } from '../session/session.ts'

/** Writer of a framework's own messages from conversation units. */
export interface Dialect<Message> {
  /**
   * Returns the message that an event came from; null for a recorded event, or a message that must be written again.
   */
  own(seq: number): Message | null
  /** Returns a user message with a text of the compiler: a filler, or a context block. */
  filler(text: string): Message
  /** Writes a conversation unit whose original messages cannot be sent unchanged. */
  unit(block: Block, unit: Unit, edits: readonly Edit[]): readonly Message[]
  /** Returns diagnostics about changes that only this framework requires. */
  said?(): readonly Diagnostic[]
}

/** Whether operations of a policy or passes changed a unit. */
export const isShaped = (edits: readonly Edit[]): boolean => edits.some(edit => editFacts[edit].isShaping)

/** Other edits that make the content to send differ from a unit's original messages. */
const repairing: ReadonlySet<Edit> = new Set<Edit>(['repaired', 'fenced', 'reasoning-omitted'])

/** Whether the compiler put the whole text of a unit between its tags, so that the original message is not sent. */
export const isBetweenTags = (edits: readonly Edit[]): boolean =>
  edits.includes('fenced') || edits.includes('rendered')

/** Returns the events of a conversation unit in order, each once. */
export const eventsOf = ({ spans }: Unit): readonly number[] => [...new Set(spans.map(({ seq }) => seq))]

/** Whether all parts of an event belong to one conversation unit. */
export function isEventInUnit(session: Session, { spans }: Unit, seq: number): boolean {
  const parts = spans.reduce((sum, span) => sum + (span.seq === seq ? span.to - span.from : 0), 0)
  return parts === session.event(seq).parts.length
}

/** Compiled history as messages of a framework. */
export interface Rewritten<Message> {
  /** Messages of the request, without the leading messages of the conversation. */
  readonly messages: Message[]
  /** Result of the compile, without diagnostics that do not apply to the framework. */
  readonly compiled: Compiled
}

/**
 * Writes a compiled history as messages of the framework that it came from. Messages that need no change are the
 * original objects, so that no data that only the framework knows is lost.
 */
export function rewriteMessages<Message>(
  session: Session,
  compiled: Compiled,
  dialect: Dialect<Message>,
): Rewritten<Message> {
  const { units, diagnostics } = compiled
  let reduced = false
  const fillers = diagnostics.flatMap(({ code, data }) => (code === 'CX7004' ? [data.place] : []))
  const filler = (isAdded: boolean): Message[] => (isAdded ? [dialect.filler(fillerText)] : [])
  const unitMessages = (sent: SentUnit): readonly Message[] => {
    const { unit, edits, asked = [] } = sent
    const seqs = eventsOf(unit)
    const changed = unit.kind === 'late' || isShaped(edits) || edits.some(edit => repairing.has(edit))
    const own = seqs.map(seq => (isEventInUnit(session, unit, seq) ? dialect.own(seq) : null))
    const isAsked = (index: number): boolean => asked.includes(seqs[index] as number)
    if (!changed && own.every(message => message !== null))
      return own.flatMap((message, index) => [...filler(isAsked(index)), message])
    reduced ||= edits.includes('reduced') || edits.includes('fields-omitted')
    return [...filler(isAsked(0)), ...dialect.unit(blockOfUnit(sent), unit, edits)]
  }
  const messages = units.flatMap(sent => [
    ...unitMessages(sent),
    ...contextAfterUnit(sent).map(text => dialect.filler(text)),
  ])
  const all = [...filler(fillers.includes('beginning')), ...messages, ...filler(fillers.includes('end'))]
  return {
    messages: all,
    compiled: withDiagnostics(compiled, [
      ...diagnostics.filter(said => isDiagnosticApplicable(said, reduced)),
      ...(dialect.said?.() ?? []),
    ]),
  }
}

/**
 * Codes of diagnostics about parts that the compile target would change. Here the framework converts these parts
 * itself.
 */
const ofWriter: ReadonlySet<string> = new Set(['CX3017', 'CX7015', 'CX7019', 'CX7027'])

/** Codes of diagnostics on changes to tools, settings and schemas, which an adapter sends unchanged. */
const neverDone: ReadonlySet<string> = new Set([
  'CX3015',
  'CX3018',
  'CX7011',
  'CX7012',
  'CX7013',
  'CX7018',
  'CX7020',
])

/**
 * Whether a diagnostic applies to the messages that are sent. `reduced`: whether a rewritten message contains parts
 * that the target's writer would change.
 */
const isDiagnosticApplicable = ({ code, data }: Diagnostic, reduced: boolean): boolean => {
  if (neverDone.has(code)) return false
  if (reduced) return true
  return !ofWriter.has(code) && !(code === 'CX7008' && data.why === 'no equivalent')
}
