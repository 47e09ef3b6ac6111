import { isAbsentOrNull, isFields, listOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import type { Api } from './tools.ts'

/** Fields whose strings contain a file or its address, which have other length limits. */
const files = ['url', 'image_url', 'data', 'file_data', 'file_url', 'result']

/** Checks text lengths in the history, and the number of tools on Chat Completions. Source: error texts of the API. */
export const checkSizes = ({ request, report }: Check, api: Api): void => {
  const rule = api === 'chat' ? 'C17' : 'R23'
  const look = (value: unknown, param: string, pointer: string, key: string): void => {
    if (typeof value === 'string') {
      const most = key === 'arguments' ? 1_048_576 : 10_485_760
      if (files.includes(key) || value.length <= most) return
      const text = `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${value.length} instead.`
      report(rule, pointer, text, { param, code: 'string_above_max_length' })
    } else if (Array.isArray(value))
      for (const [at, inner] of value.entries()) look(inner, `${param}[${at}]`, `${pointer}/${at}`, '')
    else if (isFields(value))
      for (const [name, inner] of Object.entries(value))
        look(inner, `${param}.${name}`, `${pointer}/${name}`, name)
  }
  const base = api === 'chat' ? 'messages' : 'input'
  look(request[base], base, `/${base}`, '')
  checkMetadata(request.metadata, api === 'chat' ? 'C18' : 'R26', report)
  const tools = listOfShape(request.tools)
  if (api !== 'chat' || isAbsentOrNull(request.tools) || tools.length <= 128) return
  const text = `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`
  report('C16', '/tools', text, { param: 'tools', code: 'array_above_max_length' })
}

/** Checks `metadata`: at most 16 pairs, keys of 64 characters, and values of 512. Source: reference of the API. */
function checkMetadata(metadata: unknown, rule: string, report: Check['report']): void {
  if (!isFields(metadata)) return
  const pairs = Object.entries(metadata)
  if (pairs.length > 16)
    report(rule, '/metadata', `Invalid 'metadata': too many properties: ${pairs.length} > 16`)
  else if (pairs.some(([key, value]) => key.length > 64 || String(value).length > 512))
    report(rule, '/metadata', "Invalid 'metadata': string too long")
}
