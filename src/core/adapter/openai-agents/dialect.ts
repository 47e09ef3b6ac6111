import type { AgentInputItem } from '@openai/agents-core'
import { type Block, isCall, type PairedCall } from '../../ir/block.ts'
import type { Edit } from '../../ir/edit.ts'
import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { Session } from '../../session/session.ts'
import { requiresReasoningSent, serverItemAsText } from '../../target/travel.ts'
import { type ChangedCall, repairCall } from '../changed-call.ts'
import { cleanOutput, cleanText, textOfPart, textsOfBlock } from '../plain-words.ts'
import { type Dialect, eventsOf, isBetweenTags, isEventInUnit, isShaped } from '../rewrite.ts'
import { type ShownTexts, shownMessage, shownTexts } from '../shown-texts.ts'

type Raw = Readonly<Record<string, unknown>>

/** Returns a user's texts as an input item. */
const userItem = (texts: readonly string[]): AgentInputItem => ({
  type: 'message',
  role: 'user',
  content: texts.map(text => ({ type: 'input_text', text })),
})

/** Returns a text of the model as an input item. */
const assistantItem = (text: string): AgentInputItem => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
})

/** Returns an item without its id. The API accepts the id only together with its reasoning, which is not sent. */
export function removeItemId(item: AgentInputItem): AgentInputItem {
  const { id: _id, ...rest } = item as AgentInputItem & { id?: string }
  return rest as AgentInputItem
}

/** Cleans every text of a message item, in the form in which it is shown; null if nothing is left. */
function cleanMessage(
  item: AgentInputItem,
  trust: Block['trust'],
  shown: Pick<ShownTexts, 'textFor'> | null = null,
): AgentInputItem | null {
  const { content } = item as unknown as Raw
  const shownForm = (text: string): string => cleanText(shown?.textFor(text) ?? text, trust)
  if (typeof content === 'string' && content.trim() === '') return null
  if (typeof content === 'string') return { ...item, content: shownForm(content) } as AgentInputItem
  if (!Array.isArray(content)) return item
  const pieces = content.flatMap((piece: Raw) => {
    if (typeof piece?.text !== 'string') return [piece]
    return piece.text.trim() === '' ? [] : [{ ...piece, text: shownForm(piece.text) }]
  })
  return pieces.length === 0 ? null : ({ ...item, content: pieces } as AgentInputItem)
}

/**
 * Returns a result item with the current id of its call and every text cleaned, in the form in which it is shown; the
 * same object if nothing changes. `stored`: content of the result before the operations of the policy.
 */
function shownResult(
  item: AgentInputItem,
  callId: string,
  { result }: PairedCall,
  trust: Block['trust'],
  stored: readonly ResultContent[],
): AgentInputItem {
  const { content } = result.part
  const texts = content.map(piece => textOfPart({ ...result, part: piece }))
  const shown = shownTexts(stored, content)
  const isWhole = shown?.isWhole === true && texts.every(text => cleanOutput(text, trust) === text)
  if (callId === result.part.id && isWhole) return item
  const { output } = item as unknown as Raw
  const written =
    shown === null
      ? texts.map(text => cleanOutput(text, trust)).join('\n')
      : shownOutput(output, shown, trust)
  return { ...item, callId, ...(output !== undefined && { output: written }) } as AgentInputItem
}

/** Returns the output of a result item with every text in the form in which it is shown. */
function shownOutput(output: unknown, shown: ShownTexts, trust: Block['trust']): unknown {
  const change = (given: unknown): unknown => {
    if (typeof given === 'string') return cleanOutput(shown.textFor(given), trust)
    if (Array.isArray(given)) return given.map(change)
    return isObject(given) && typeof given.text === 'string'
      ? { ...given, text: cleanOutput(shown.textFor(given.text), trust) }
      : given
  }
  const changed = change(output)
  const [before, after] = [shown.before, shown.after].map(texts =>
    texts.map(text => cleanOutput(text, trust)),
  ) as [string[], string[]]
  if (before.length + after.length === 0) return changed
  const isText = typeof changed === 'string'
  const around = (text: string) => (isText ? text : { type: 'input_text', text })
  const own: readonly unknown[] = Array.isArray(changed) ? changed : [changed]
  const all = [...before.map(around), ...own, ...after.map(around)]
  return isText ? all.join('\n') : all
}

/** Whether OpenAI is still running a call. The SDK sends a pending call without a result, and so does this adapter. */
const isPending = (item: AgentInputItem): boolean =>
  item.type === 'shell_call' && (item.status === undefined || item.status === 'in_progress')

/** Returns a call item as it is sent. A built-in tool's call with an added result becomes a function call. */
function writtenCall(
  item: AgentInputItem,
  { part, result }: PairedCall,
  { id, text, changed }: ChangedCall,
): AgentInputItem {
  const { type } = item
  if (type === 'function_call') return changed ? { ...item, callId: id, arguments: text } : item
  if (result.origin.startsWith('c:') && !isPending(item))
    return { type: 'function_call', callId: id, name: part.name, arguments: text, status: 'completed' }
  return changed ? ({ ...item, callId: id } as AgentInputItem) : item
}

/**
 * Returns the item for a result that the compiler added. The item has no status, because the compile counted its tokens
 * without one.
 */
const missingResult = ({ result, part }: PairedCall, callId: string): AgentInputItem =>
  ({
    type: 'function_call_result',
    callId,
    name: part.name,
    output: result.part.content.map(piece => textOfPart({ ...result, part: piece })).join('\n'),
  }) as AgentInputItem

/** Returns the writer (dialect) of the framework's items. `placeOf` returns the item's index; null for a recorded event. */
export function agentsDialect(
  session: Session,
  items: readonly AgentInputItem[],
  placeOf: (seq: number) => number | null,
): Dialect<AgentInputItem> {
  const own = (seq: number): AgentInputItem => items[placeOf(seq) ?? -1] as AgentInputItem

  const writeAnswerEvent = (
    seq: number,
    part: Part | undefined,
    block: Block,
    sent: Sent,
  ): AgentInputItem[] => {
    const item = own(seq)
    const origin = `e:${seq}.0`
    if (part?.kind === 'reasoning') return sent.thoughtless ? [] : [item]
    const made = sent.made.get(origin)
    const call = sent.calls.get(origin)
    if (made && call) return [writtenCall(item, made, call)]
    // If the compiled answer lacks the call, the same call was stored twice and is sent only once.
    if (part?.kind === 'tool-call') return []
    const answered = sent.results.get(origin)
    if (answered) {
      const id = sent.calls.get(answered.origin)?.id ?? ''
      return [
        shownResult(
          item,
          id,
          answered,
          block.trust,
          sent.isShaped && part?.kind === 'tool-result' ? part.content : answered.result.part.content,
        ),
      ]
    }
    if (part?.kind === 'opaque') {
      if (!sent.thoughtless || !requiresReasoningSent(part)) return [item]
      const text = cleanOutput(serverItemAsText(part), block.trust)
      return text === '' ? [] : [assistantItem(text)]
    }
    const cleaned = cleanMessage(item, block.trust)
    return cleaned === null ? [] : [cleaned]
  }

  return {
    own: seq => (placeOf(seq) === null ? null : own(seq)),
    filler: text => userItem([text]),
    unit(block, unit, edits) {
      const seqs = eventsOf(unit)
      if (block.role !== 'model') {
        const [seq = 0] = seqs
        const stays = unit.kind === 'user' || unit.kind === 'developer'
        const mapped = stays && !isBetweenTags(edits) && isEventInUnit(session, unit, seq)
        const words = textsOfBlock(block)
        if (mapped) {
          const shown = isShaped(edits) ? shownMessage(session.event(seq), block.items) : null
          return [cleanMessage(own(seq), block.trust, shown)].filter(item => item !== null)
        }
        return words.length === 0 ? [] : [userItem(words)]
      }
      const sent = indexSentCalls(block, edits)
      const said = seqs.flatMap(seq => writeAnswerEvent(seq, session.event(seq).parts[0], block, sent))
      // An answer must not be empty. If only blank text is left, the text is kept, because the API accepts it.
      const written = said.length > 0 ? said : seqs.map(own).filter(item => item.type !== 'reasoning')
      const missing = block.answers.flatMap(call =>
        call.result.origin.startsWith('c:') && !isPending(own(call.seq))
          ? [missingResult(call, sent.calls.get(call.origin)?.id ?? '')]
          : [],
      )
      return [...(sent.thoughtless ? written.map(removeItemId) : written), ...missing]
    },
  }
}

/** Calls and results of an answer, as they are sent. A map's keys are the origins of its calls or results. */
interface Sent {
  readonly thoughtless: boolean
  /** Whether operations of a policy changed the answer's results. */
  readonly isShaped: boolean
  readonly made: ReadonlyMap<string, PairedCall>
  readonly calls: ReadonlyMap<string, ChangedCall>
  readonly results: ReadonlyMap<string, PairedCall>
}

const indexSentCalls = ({ items }: Block, edits: readonly Edit[]): Sent => {
  const calls = items.filter(isCall)
  return {
    thoughtless: edits.includes('reasoning-omitted'),
    isShaped: isShaped(edits),
    made: new Map(calls.map(call => [call.origin, call])),
    calls: new Map(calls.map(call => [call.origin, repairCall(call)])),
    results: new Map(calls.map(call => [call.result.origin, call])),
  }
}
