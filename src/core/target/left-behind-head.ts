import { isNative } from '../agent/agent.ts'
import type { ResolvedAgent } from '../agent/resolved.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { fieldsLeftBehind } from '../diag/target.ts'
import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import type { TargetName } from '../ir/target-name.ts'
import { foreignFields } from './left-behind.ts'

/** Fields of an AI SDK tool that only the app or its page uses. */
const ofApp: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema', 'title', 'metadata'])

/**
 * Returns the names of a system text's fields that only another format has. Chat Completions nests some of them in the
 * content part.
 */
function fieldsOfText(extra: Extra | undefined, format: TargetName): string[] {
  if (extra === undefined || extra.format === format) return []
  const { content, ...around } = extra.fields
  const inside = isObject(content) && isObject(content.fields) ? content.fields : {}
  return [around, inside as JsonObject].flatMap(fields =>
    foreignFields({ format: extra.format, fields }, format),
  )
}

/**
 * Returns diagnostics about dropped fields of the instruction and the tools. Only the API from which they were imported
 * has these fields.
 */
export function headLeftBehind({ system, tools }: ResolvedAgent, format: TargetName): Diagnostic[] {
  const texts = system.flatMap(({ parts, extra }): Lost[] => {
    const [first] = parts
    return first ? [{ at: first.origin, fields: fieldsOfText(extra, format) }] : []
  })
  const declared = tools.flatMap((tool): Lost[] => {
    if (isNative(tool)) return []
    const fields = foreignFields(tool.extra, format).filter(field => {
      const value = tool.extra?.fields[field] as unknown
      return !ofApp.has(field) && typeof value !== 'function'
    })
    return [{ at: `d:tool:${tool.name}`, fields }]
  })
  const kinds = new Map<string, Lost[]>()
  for (const lost of [...texts, ...declared]) {
    const known = kinds.get(lost.fields.join())
    if (known) known.push(lost)
    else if (lost.fields.length > 0) kinds.set(lost.fields.join(), [lost])
  }
  return [...kinds.values()].map(same =>
    fieldsLeftBehind(
      same[0]?.fields ?? [],
      same.map(({ at }) => at),
    ),
  )
}

/** Place of a declaration, with the names of its dropped fields. */
interface Lost {
  readonly at: Origin
  readonly fields: readonly string[]
}
