import type { JsonValue } from '../../ir/json.ts'
import { cacheMark, markNames } from './anthropic-options.ts'
import type { HeadFields } from './form.ts'
import type { Options } from './options.ts'

/** Names of the AI SDK for the fields that Claude's API has on a tool. */
const named = { deferLoading: 'defer_loading', allowedCallers: 'allowed_callers' } as const

/** Fields of a function's declaration that are for Claude alone. Source: `prepareTools` of @ai-sdk/anthropic 4. */
export const toolFields = (options: Options): HeadFields => ({
  fields: {
    ...Object.fromEntries(
      Object.entries(named).map(([key, name]): [string, JsonValue | undefined] => [name, options[key]]),
    ),
    cache_control: cacheMark(options),
  },
  used: [...Object.keys(named), ...markNames],
})
