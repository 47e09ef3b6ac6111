import type { JsonValue } from '../../../ir/json.ts'
import type { HeadFields } from '../../../target/part-forms.ts'
import type { Options } from '../rows/options.ts'
import { cacheMark, markNames } from './anthropic-options.ts'

/** Options of a tool in the AI SDK, and the fields of Claude's API for them. */
const named = { deferLoading: 'defer_loading', allowedCallers: 'allowed_callers' } as const

/**
 * Returns the fields of a function's declaration that only Claude reads. Source: `prepareTools` of @ai-sdk/anthropic 4.
 */
export const toolFields = (options: Options): HeadFields => ({
  fields: {
    ...Object.fromEntries(
      Object.entries(named).map(([key, name]): [string, JsonValue | undefined] => [name, options[key]]),
    ),
    cache_control: cacheMark(options),
  },
  used: [...Object.keys(named), ...markNames],
})
