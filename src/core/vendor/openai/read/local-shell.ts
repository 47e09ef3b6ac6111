import { object, string } from '../../../from/read.ts'

const isUnnamed = (item: unknown): boolean => {
  const { type, call_id: callId } = object(item)
  return type === 'local_shell_call_output' && string(callId) === ''
}

/** Adds the `call_id` to local shell outputs, which in the API's types have only the `id` of the call. */
export function withShellCallIds(items: readonly unknown[]): readonly unknown[] {
  if (!items.some(isUnnamed)) return items
  const calls = items.map(object).filter(({ type }) => type === 'local_shell_call')
  const ids = new Map(calls.map(({ id, call_id: callId }) => [id, callId]))
  return items.map(item => {
    if (!isUnnamed(item)) return item
    const { id } = object(item)
    return { ...object(item), call_id: ids.get(id) ?? id }
  })
}
