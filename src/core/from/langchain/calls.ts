import { isObject } from '../../ir/json.ts'
import { listOr, objectOr, type Raw, stringOr } from '../read.ts'

/** Returns the calls of an answer: first the valid ones, then the invalid ones. */
export function callsOfAnswer(fields: Raw): Raw[] {
  const invalid = listOr(fields.invalid_tool_calls).filter(call => isObject(call) && isNamed(call))
  const own = [...listOr(fields.tool_calls), ...invalid].filter(isObject)
  if (own.length > 0) return own.map(flattenCall)
  const kwargs = objectOr(fields.additional_kwargs)
  const old = listOr(kwargs.tool_calls).filter(isObject).map(flattenCall)
  return isObject(kwargs.function_call) ? [...old, kwargs.function_call] : old
}

/**
 * Whether a model made a call. A server tool's streamed input is also stored as a call, but it has no name and no id.
 */
const isNamed = ({ name, id }: Raw): boolean => Boolean(name) || Boolean(id)

/** Returns a call with its name at the top level. In OpenAI's own form, the name is nested under `function`. */
const flattenCall = (call: Raw): Raw =>
  isObject(call.function)
    ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
    : call

/** Types of the Responses API's call items. */
const itemTypes = new Set(['function_call', 'custom_tool_call', 'computer_call'])

/**
 * Returns the id of a call by which its result refers to it. In a Responses API item, this is `call_id`, and `id` is
 * the item's own id. In LangChain's own calls, it is `id`.
 */
export const callIdOf = (call: Raw): string =>
  itemTypes.has(stringOr(call.type))
    ? stringOr(call.call_id) || stringOr(call.id)
    : stringOr(call.id) || stringOr(call.call_id)

const idOf = (call: Raw): string => callIdOf(call) || `name ${stringOr(call.name)}`

/** Calls of an answer by id. Each call is returned at most once. */
export class Calls {
  private readonly waiting = new Map<string, Raw[]>()
  private readonly named = new Map<unknown, Raw[]>()
  private readonly taken = new Set<Raw>()
  private readonly all: readonly Raw[]

  constructor(all: readonly Raw[]) {
    this.all = all
    for (const call of all.toReversed()) {
      queueById(this.waiting, idOf(call), call)
      queueById(this.named, call.name, call)
    }
  }

  /** Returns the call that a content block repeats, and marks it as used. */
  takeRepeated(block: Raw): Raw | undefined {
    return this.mark(this.waiting.get(idOf(block))?.pop())
  }

  /** Returns the first unused call with a name, for content blocks without an id. */
  takeNamed(name: unknown): Raw | undefined {
    const queue = this.named.get(name) ?? []
    while (queue.length > 0 && this.taken.has(queue.at(-1) as Raw)) queue.pop()
    const call = queue.at(-1)
    return call && this.takeRepeated(call)
  }

  /** Calls that no content block repeated. */
  get rest(): readonly Raw[] {
    return this.all.filter(call => !this.taken.has(call))
  }

  private mark(call: Raw | undefined): Raw | undefined {
    if (call) this.taken.add(call)
    return call
  }
}

function queueById<Key>(queues: Map<Key, Raw[]>, key: Key, call: Raw): void {
  const queue = queues.get(key)
  if (queue) queue.push(call)
  else queues.set(key, [call])
}
