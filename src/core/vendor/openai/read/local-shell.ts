import { objectOr, stringOr } from '../../../from/read.ts'

const lacksCallId = (item: unknown): boolean => {
  const { type, call_id: callId } = objectOr(item)
  return type === 'local_shell_call_output' && stringOr(callId) === ''
}

/**
 * Adds `call_id` to the outputs of a local shell. In the API's types these outputs have only an `id`, which is the id
 * of the call.
 */
export function withShellCallIds(items: readonly unknown[]): readonly unknown[] {
  if (!items.some(lacksCallId)) return items
  const calls = items.map(objectOr).filter(({ type }) => type === 'local_shell_call')
  const ids = new Map(calls.map(({ id, call_id: callId }) => [id, callId]))
  return items.map(item => {
    if (!lacksCallId(item)) return item
    const { id } = objectOr(item)
    return { ...objectOr(item), call_id: ids.get(id) ?? id }
  })
}
