import type { Extra } from '../ir/extra.ts'
import type { TargetName } from '../ir/target-name.ts'

/** Fields of a request that have one meaning in several APIs. */
const shared: ReadonlyMap<string, readonly string[]> = new Map([
  ['stream', ['openai-chat', 'openai', 'anthropic']],
])

/** Whether a request field that was imported from another API has the same meaning in the target's API. */
export function isSharedField(field: string, { format, fields }: Extra, target: TargetName): boolean {
  const apis = shared.get(field) ?? []
  return apis.includes(format) && apis.includes(target) && typeof fields[field] === 'boolean'
}

/**
 * Returns the request fields for a target. If the fields were imported from another API and the target shares some of
 * them, only the shared fields are returned. Otherwise all are returned unchanged.
 */
export function extraForTarget(extra: Extra, target: TargetName): Extra {
  if (extra.format === target) return extra
  const common = Object.entries(extra.fields).filter(([field]) => isSharedField(field, extra, target))
  return common.length === 0 ? extra : { format: target, fields: Object.fromEntries(common) }
}
