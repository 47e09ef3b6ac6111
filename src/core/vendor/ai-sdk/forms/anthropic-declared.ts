import type { JsonObject } from '../../../ir/json.ts'
import type { Declared } from '../../../target/part-forms.ts'
import { snakeKeys } from './snake-keys.ts'

/** Anthropic's tools whose call names are not the beginnings of their types. */
const claudeNames: readonly (readonly [type: RegExp, name: string])[] = [
  [/^text_editor_2024|^text_editor_20250124/, 'str_replace_editor'],
  [/^text_editor_/, 'str_replace_based_edit_tool'],
]

/** Source: `prepareTools` of @ai-sdk/anthropic 4. */
export function anthropicTool(id: string, args: JsonObject): Declared | null {
  const dated = /^anthropic\.([a-z][a-z_]*_\d{8})$/.exec(id)?.[1]
  if (dated === undefined) return null
  const type = dated.replace(/^tool_search_(?=regex|bm25)/, 'tool_search_tool_')
  const name =
    claudeNames.find(([pattern]) => pattern.test(type))?.[1] ?? type.replace(/(_toolset)?_\d{8}$/, '')
  // A toolset has no name; its members have.
  const named = /_toolset_\d{8}$/.test(type) ? {} : { name }
  return { name, payload: { type, ...named, ...(snakeKeys(args) as JsonObject) } }
}
