import type { Extra } from '../../ir/extra.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import { sharedMark } from '../shared-mark.ts'

/** What the AI SDK calls the fields that Claude's API has on a tool. */
const fields = { deferLoading: 'defer_loading', allowedCallers: 'allowed_callers' } as const

/** Fields of a tool of the AI SDK that are for Claude, as its API and the AI SDK's own converter have them. */
export function sdkToolFields(extra: Extra | undefined): JsonObject {
  const { providerOptions } = extra?.format === 'ai-sdk' ? extra.fields : {}
  const given = isObject(providerOptions) ? providerOptions.anthropic : undefined
  const options = isObject(given) ? (given as JsonObject) : {}
  const mark = sharedMark(extra, 'anthropic')
  const named = Object.entries(fields).flatMap(([key, name]) => {
    const value = options[key]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(named), ...(mark !== undefined && { cache_control: mark }) }
}
