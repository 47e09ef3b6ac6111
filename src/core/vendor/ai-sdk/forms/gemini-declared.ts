import type { JsonObject } from '../../../ir/json.ts'
import type { Declared } from '../../../target/part-forms.ts'

/** Google's tools: their AI SDK ids, and the keys that declare them. */
const googleKeys: Readonly<Record<string, string>> = {
  'google.google_search': 'googleSearch',
  'google.enterprise_web_search': 'enterpriseWebSearch',
  'google.url_context': 'urlContext',
  'google.code_execution': 'codeExecution',
  'google.file_search': 'fileSearch',
  'google.google_maps': 'googleMaps',
}

const takesArguments: ReadonlySet<string> = new Set(['googleSearch', 'fileSearch'])

/** Source: `prepareTools` of @ai-sdk/google 4. */
export function googleTool(id: string, args: JsonObject): Declared | null {
  const key = Object.hasOwn(googleKeys, id) ? googleKeys[id] : undefined
  if (key === undefined) return null
  const name = id.slice('google.'.length)
  return { name, payload: { [key]: takesArguments.has(key) ? args : {} } }
}
