import type { ToolCallPart } from '../ir/call.ts'
import type { Event } from '../ir/event.ts'
import { readArguments } from '../lower/arguments.ts'
import type { UIChunk } from './ui-chunk.ts'

/** A call, and its place in the session. */
interface SeenCall {
  /** Place, as `seq.part`: the id of the call on a page, because a provider may use an id twice. */
  readonly place: string
  readonly part: ToolCallPart
}

const inputOf = (part: ToolCallPart): unknown => (part.freeform ? part.arguments : readArguments(part).value)

/** Returns the chunk that shows a call. */
export const callChunk = ({ place, part }: SeenCall, isWhole: boolean): UIChunk => ({
  type: 'tool-input-available',
  toolCallId: place,
  toolName: part.name,
  input: isWhole ? inputOf(part) : {},
})

/** Calls of a session, by place, and the places of the calls that results name. */
export class ChatCalls {
  private readonly byPlace = new Map<string, SeenCall>()
  /** Newest call by branch and id. */
  private readonly byId = new Map<string, SeenCall>()
  /** Places of calls that waited for a person: the page shows them, whoever made them. */
  readonly asked = new Set<string>()
  /** Places of calls that were denied. */
  readonly denied = new Set<string>()

  /** Takes note of an event's calls, and returns them. */
  add({ seq, branch, parts }: Event): readonly SeenCall[] {
    return parts.flatMap((part, index) => {
      if (part.kind !== 'tool-call') return []
      const call = { place: `${seq}.${index}`, part }
      this.byPlace.set(call.place, call)
      this.byId.set(`${branch}\n${part.id}`, call)
      return [call]
    })
  }

  at(place: string): SeenCall | null {
    return this.byPlace.get(place) ?? null
  }

  /** Returns the call that a result on a branch answers. */
  answered(branch: string, id: string): SeenCall | null {
    return this.byId.get(`${branch}\n${id}`) ?? null
  }
}
