import { object, string } from '../read.ts'

const isUnnamed = (item: unknown): boolean => {
  const { type, call_id: callId } = object(item)
  return type === 'local_shell_call_output' && string(callId) === ''
}

/** Items with the call's id on outputs of a local shell, for which the API's types know the `id` of the call alone. */
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
