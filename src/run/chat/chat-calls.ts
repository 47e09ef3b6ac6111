import type { ToolCallPart } from '../../core/ir/call.ts'
import type { Event } from '../../core/ir/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/ir/json.ts'
import type { RunAction } from '../../core/ir/run-action.ts'
import { readArguments } from '../../core/lower/arguments.ts'
import { approvalItem, callToApprove } from '../../core/program/open-approvals.ts'
import { valueKey } from '../../core/text/equal.ts'
import type { PageQuestion, UIChunk } from './ui-chunk.ts'

/** Tool call of a session, with its state on the page. */
export interface ChatCall {
  /** Place of the call, as `seq.part`. Serves as its id on the page, because a provider may use an id twice. */
  readonly place: string
  readonly name: string
  input: () => unknown
  /** Seq of the user's message in whose answer the page shows the call; null if the call is not shown. */
  of: number | null
  isWaiting: boolean
  /** Whether the call waits for an answer, or has got one. */
  isAsked: boolean
  isDenied: boolean
  /** Key of the last report that the page shows. */
  progress?: string
  /** Reason why the call is no longer open; null for an open call. */
  end: 'answered' | 'cancelled' | null
}

/** Time at which a call stops waiting for its answer, and the question that the answer is for. */
export interface CallAsked {
  readonly until?: number
  readonly question?: PageQuestion
}

/** Returns what a page is told about a wait for an answer. */
export const askedOf = ({ until, question }: NonNullable<RunAction['waits']>): CallAsked => {
  const { state: _, ...shown } = question ?? { state: null, message: '' }
  return { ...(until !== undefined && { until }), ...(question !== undefined && { question: shown }) }
}

const inputOfCall = (part: ToolCallPart): unknown =>
  part.freeform ? part.arguments : readArguments(part).value

/** Returns the chunk that shows a call. `asked` is what a person who answers the call is told beside its arguments. */
export const callChunk = (
  { place, name, input, isAsked }: ChatCall,
  isWhole: boolean,
  asked: CallAsked = {},
): UIChunk => ({
  type: 'tool-input-available',
  toolCallId: place,
  toolName: name,
  input: isWhole ? input() : {},
  ...(isAsked && {
    toolMetadata: { ctxc: { waitsFor: 'answer', ...asked } },
  }),
})

/** Returns a key of a report with its share in whole percent, so that a page gets no more reports than it can show. */
export function progressKey(value: JsonValue): string {
  const { progress, total, ...rest } = isObject(value) ? (value as JsonObject) : {}
  const isShare = typeof progress === 'number' && typeof total === 'number' && total > 0
  return valueKey(isShare ? { ...rest, total, percent: Math.floor((100 * progress) / total) } : value)
}

/** Tool calls of a session by place. Also finds the call that a tool result answers. */
export class ChatCalls {
  private readonly byPlace = new Map<string, ChatCall>()
  /** Newest call for each branch and provider's call id. */
  private readonly byId = new Map<string, ChatCall>()
  /** Calls that a provider runs, by the id of the provider's approval request. */
  private readonly byRequest = new Map<unknown, ChatCall>()

  /** Records the calls in an event. */
  recordCalls({ seq, branch, parts }: Event): void {
    for (const [index, part] of parts.entries()) {
      const place = `${seq}.${index}`
      const item = part.kind === 'opaque' ? approvalItem(part) : null
      if (part.kind === 'tool-call')
        this.byId.set(
          `${branch}\n${part.id}`,
          this.addCallAt(place, part.name, () => inputOfCall(part)),
        )
      else if (item?.kind === 'request') {
        const { name, input } = callToApprove(part, parts)
        this.byRequest.set(
          item.id,
          this.addCallAt(place, name, () => input),
        )
      }
    }
  }

  private addCallAt(place: string, name: string, input: () => unknown): ChatCall {
    const call = {
      place,
      name,
      input,
      of: null,
      isWaiting: false,
      isAsked: false,
      isDenied: false,
      end: null,
    }
    this.byPlace.set(place, call)
    return call
  }

  /** Marks a call as waiting: for an answer, or for an approval. */
  ask(call: ChatCall, isAsked: boolean): void {
    call.isWaiting = true
    call.isAsked = isAsked
    call.end = null
  }

  findByPlace(place: string): ChatCall | null {
    return this.byPlace.get(place) ?? null
  }

  /** Returns the call that a tool result on a branch answers. */
  callAnsweredBy(branch: string, id: string): ChatCall | null {
    return this.byId.get(`${branch}\n${id}`) ?? null
  }

  /** Returns the provider-run calls that an event approves or denies. */
  callsDecidedIn({ parts }: Event): readonly ChatCall[] {
    return parts.flatMap(part => {
      const item = part.kind === 'opaque' ? approvalItem(part) : null
      const call = item?.kind === 'response' ? this.byRequest.get(item.id) : undefined
      return call === undefined ? [] : [call]
    })
  }

  /** Places of the calls that wait for an answer. */
  get asked(): readonly string[] {
    return [...this.byPlace.values()].flatMap(call => (call.isAsked && call.isWaiting ? [call.place] : []))
  }

  /** Calls that the page shows and that have no result yet. */
  get open(): readonly ChatCall[] {
    return [...this.byPlace.values()].filter(({ of, end }) => of !== null && end === null)
  }
}
