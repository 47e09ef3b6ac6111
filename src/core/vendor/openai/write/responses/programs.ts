import { callerFieldDropped } from '../../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { OpaquePart } from '../../../../ir/opaque.ts'
import type { Draft } from '../../../../target/rule.ts'
import { describeOpaque, opaqueLoss } from '../../../../target/travel.ts'
import { safeString } from '../../../../text/reason.ts'
import { wellFormed } from '../../../../text/well-formed.ts'
import { escapeOwnTags } from '../../../../trust/fence.ts'
import type { InputItem, InputMessage, ResponsesRequest } from './request.ts'

interface Wire {
  readonly type?: string
  readonly role?: string
  readonly call_id?: string
  readonly caller?: unknown
}

/** Program items that are not in a complete pair: programs without their output, and outputs without their program. */
export interface Orphans {
  /** Programs whose output can no longer come, and outputs without a program. */
  readonly items: ReadonlySet<InputItem>
  /** Items whose `caller` names a program that is not sent. */
  readonly callers: ReadonlySet<InputItem>
}

/** Returns the id of the program that made a call; undefined if the model itself made the call. */
function programOf(item: InputItem): string | undefined {
  const { caller } = item as Wire
  return isObject(caller) && typeof caller.caller_id === 'string' ? caller.caller_id : undefined
}

const none: Orphans = { items: new Set(), callers: new Set() }

const hasProgram = (item: InputItem): boolean => {
  const { type } = item as Wire
  return type === 'program' || type === 'program_output' || programOf(item) !== undefined
}

/**
 * Finds programs without an output, and outputs without a program. A program may wait for the outputs of its calls
 * until a user or developer speaks. If the request continues a stored response, no item is returned, because the server
 * may have stored the missing item.
 */
export function findOrphans(request: ResponsesRequest): Orphans {
  const isChained = 'previous_response_id' in request || 'conversation' in request
  if (isChained || !request.input.some(hasProgram)) return none
  const programs = new Map<string, InputItem>()
  const open = new Map<string, InputItem>()
  const items = new Set<InputItem>()
  const called: { readonly item: InputItem; readonly isEarly: boolean }[] = []
  for (const item of request.input) {
    const { type, role, call_id: id = '' } = item as Wire
    const program = programOf(item)
    // A program can only make calls after its own item, and it never calls itself.
    if (program !== undefined) called.push({ item, isEarly: !programs.has(program) })
    if (type === 'program') {
      programs.set(id, item)
      open.set(id, item)
    } else if (type === 'program_output') {
      if (!open.delete(id)) items.add(item)
    } else if (role !== undefined && role !== 'assistant') {
      for (const program of open.values()) items.add(program)
      open.clear()
    }
  }
  const callers = called.flatMap(({ item, isEarly }) => {
    const program = programs.get(programOf(item) ?? '')
    return isEarly || program === undefined || items.has(program) ? [item] : []
  })
  return { items, callers: new Set(callers) }
}

/** Returns the call ids of programs without an output, and of outputs whose program is in an earlier unit. */
export function waitingPrograms(items: readonly InputItem[]): {
  readonly waits: readonly string[]
  readonly settles: readonly string[]
} {
  const callIdsOfType = (wanted: string): string[] =>
    (items as readonly Wire[]).flatMap(({ type, call_id: id = '' }) => (type === wanted ? [id] : []))
  const outputs = new Set(callIdsOfType('program_output'))
  const programs = new Set(callIdsOfType('program'))
  return {
    waits: [...programs].filter(id => !outputs.has(id)),
    settles: [...outputs].filter(id => !programs.has(id)),
  }
}

/**
 * Rule R21: sends a program without an output, or an output without a program, as text. Drops a `caller` that names an
 * unsent program.
 */
export function sendUnpairedPrograms({
  request,
  origins,
  note,
  edit,
}: Draft<ResponsesRequest, OpenAIRules>): void {
  const { items, callers } = findOrphans(request)
  if (items.size + callers.size === 0) return
  request.input = request.input.map(item => {
    const at = origins.originsIn(item).whole ?? 'c:message'
    if (items.has(item)) {
      edit(item, 'reduced')
      const payload = item as unknown as JsonObject
      const part: OpaquePart = { kind: 'opaque', format: 'openai', type: safeString(payload.type), payload }
      note(opaqueLoss(part, 'half missing', at, 'sent as text'))
      const message = origins.recordWhole({ role: 'assistant', content: '' } as InputMessage, at)
      message.content = origins.joinRuns(message, 'content', [
        [escapeOwnTags(wellFormed(describeOpaque(part))), at],
      ])
      return message
    }
    if (!callers.has(item)) return item
    edit(item, 'reduced')
    note({ kind: 'CX7021', say: callerFieldDropped, at })
    const { caller: _, ...rest } = item as InputItem & Wire
    return origins.copyOrigins(rest as InputItem, item)
  })
}
