import { isNative, type OutputSchema, type Tool } from '../agent/agent.ts'
import { type ResolvedAgent, type SystemPart, type SystemText, schemaOrigin } from '../agent/resolved.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { loneSurrogatesReplaced } from '../diag/history.ts'
import { schemaLoosened, schemaUnsupported, toolDropped } from '../diag/target.ts'
import { toolMalformed } from '../diag/tools.ts'
import { addCounts, type Count, zero } from '../ir/count.ts'
import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { DeclarationRow } from '../map/ledger.ts'
import type { SchemaNode } from '../schema/reshape/reshape.ts'
import { isTooDeep } from '../text/depth.ts'
import { copyJson, isWellFormedJson, wellFormed } from '../text/well-formed.ts'
import { nativeLabel, nativeName, whyNativeToolRefused } from './native-tool.ts'
import { withoutDangling } from './reshape/dangling.ts'
import { inlineRoot, objectRoot } from './reshape/root.ts'
import type { Head, Setting } from './target.ts'

/** Collector of the token counts and diagnostics of a request's head: everything before the history. */
export class HeadTally {
  private readonly sections = { system: zero, tools: zero, schema: zero }
  private readonly declarations: DeclarationRow[] = []
  private readonly diagnostics: Diagnostic[] = []
  private schemaAsText = false

  /** Adds a declaration's tokens to a section of the head. */
  addDeclaration(section: 'system' | 'tools' | 'schema', origin: Origin, count: Count): void {
    this.sections[section] = addCounts(this.sections[section], count)
    this.declarations.push({ origin, tokens: count.estimate })
  }

  /** Adds a text's tokens, divided among its declarations in proportion to their lengths. */
  addInstructionText({ shares }: Instructed, { estimate, max, exact }: Count): void {
    const lengths = shares.map(({ length }) => length)
    const estimates = divideByLengths(estimate, lengths)
    // The part of the upper bound above the estimate is divided separately, so that no share's bound is below the
    // share's estimate.
    const margins = divideByLengths(max - estimate, lengths)
    for (const [index, { origin }] of shares.entries()) {
      const own = estimates[index] ?? 0
      const section = origin === 'd:outputSchema' ? 'schema' : 'system'
      this.schemaAsText ||= section === 'schema'
      const size = { estimate: own, max: own + (margins[index] ?? 0), exact }
      this.sections[section] = addCounts(this.sections[section], size)
      this.declarations.push({ origin, tokens: own })
    }
  }

  say(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic)
  }

  finishHead(): Head {
    const { declarations, schemaAsText, diagnostics } = this
    return { ...this.sections, declarations, schemaAsText, diagnostics }
  }
}

/** Splits a whole number into whole parts in proportion to the lengths; the parts add up to the number. */
function divideByLengths(total: number, lengths: readonly number[]): number[] {
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  let end = 0
  let before = 0
  return lengths.map((length, index) => {
    end += length
    const upTo = index === lengths.length - 1 ? total : Math.round((total * end) / Math.max(1, whole))
    const part = upTo - before
    before = upTo
    return part
  })
}

/** Text of the system instruction, ready to be written. */
export interface Instructed {
  /** Complete text, in well-formed Unicode; `runs` contains it in pieces with their origins. */
  readonly text: string
  readonly runs: readonly Run[]
  readonly origin: Origin
  readonly extra?: Extra
  /** Declarations that the text comes from, with the length of the text of each declaration. */
  readonly shares: readonly { readonly origin: Origin; readonly length: number }[]
}

/**
 * Returns the texts of an agent's instruction, each with its origins. `form` is text that asks for the answer's format;
 * it is null if a request field does. The agent may choose the place of this text; by default it is last.
 */
export function instructionTexts(agent: ResolvedAgent, form: string | null = null): readonly Instructed[] {
  const origin = 'd:outputSchema'
  const words: SystemPart[] = form === null ? [] : [{ origin, runs: [[form, origin]] }]
  let isPlaced = false
  const texts = agent.system.map(({ parts, extra }) => {
    const said = parts.flatMap(part => {
      if (part.origin !== schemaOrigin) return [part]
      isPlaced = true
      return words
    })
    return joinInstructionParts({ parts: said, ...(extra && { extra }) })
  })
  if (!isPlaced) texts.push(joinInstructionParts({ parts: words }))
  return texts.filter(({ text }) => text !== '')
}

function joinInstructionParts({ parts, extra }: SystemText): Instructed {
  const runs = parts.flatMap(({ runs: own }, index): Run[] => [
    ...(index > 0 ? [['\n\n', 'c:join'] as const] : []),
    ...own.map(([text, origin]): Run => [wellFormed(text), origin]),
  ])
  const lengthOf = (some: readonly Run[]): number => some.reduce((sum, [text]) => sum + text.length, 0)
  return {
    text: runs.map(([text]) => text).join(''),
    runs,
    origin: parts[0]?.origin ?? 'd:instruction',
    ...(extra && { extra }),
    shares: parts.map(part => ({ origin: part.origin, length: lengthOf(part.runs) })),
  }
}

/**
 * Returns the answer's schema with malformed characters repaired; null if there is no schema or it is nested too
 * deeply.
 */
export function sendableSchema(
  { agent: { outputSchema } }: Setting<unknown>,
  tally: HeadTally,
): OutputSchema | null {
  if (!outputSchema) return null
  if (!isTooDeep(outputSchema.schema)) {
    const at = 'd:outputSchema'
    if (!isWellFormedJson(outputSchema.schema)) tally.say(loneSurrogatesReplaced([at]))
    const given = isWellFormedJson(outputSchema.schema) ? outputSchema.schema : copyJson(outputSchema.schema)
    const schema = inlineRoot(dropUnresolvableReferences(given, at, tally)) as JsonObject
    return schema === outputSchema.schema ? outputSchema : { ...outputSchema, schema }
  }
  tally.say(schemaUnsupported(null))
  return null
}

/**
 * Returns the agent's tools that can be sent. A second tool with the same name is dropped, because every provider
 * refuses duplicate names.
 */
export function uniqueTools({ agent, names }: Setting<unknown>, tally: HeadTally): readonly Tool[] {
  const seen = new Set<string>()
  return (agent.tools ?? []).flatMap((given, index) => {
    const schema = isNative(given) ? given.native.payload : given.parameters
    if (isTooDeep(schema)) {
      tally.say(schemaUnsupported(isNative(given) ? nativeLabel(given.native.payload) : given.name))
      return []
    }
    const why = isNative(given) ? whyNativeToolRefused(given.native) : null
    if (why !== null) {
      tally.say(toolMalformed(index, why))
      return []
    }
    const tool = fitTool(given, tally)
    const name = isNative(tool) ? nativeName(tool.native.payload) : names.toWire(tool.name)
    if (typeof name !== 'string') return [tool]
    if (!seen.has(name)) {
      seen.add(name)
      return [tool]
    }
    tally.say(toolDropped(name, 'its name is declared before', 'd:generateConfig.tools'))
    return []
  })
}

/**
 * Returns a tool with a schema that can be sent: well-formed Unicode, an object at the root of the parameters, and only
 * references that lead to a schema. A tool that needs no change is returned unchanged.
 */
function fitTool(tool: Tool, tally: HeadTally): Tool {
  const schema = isNative(tool) ? tool.native.payload : tool.parameters
  const at = `d:tool:${isNative(tool) ? nativeLabel(tool.native.payload) : tool.name}`
  const isFit = isWellFormedJson(schema)
  if (!isFit) tally.say(loneSurrogatesReplaced([at]))
  if (isNative(tool))
    return isFit ? tool : { ...tool, native: { ...tool.native, payload: copyJson(tool.native.payload) } }
  if (!isObject(schema)) return tool
  const parameters = objectRoot(
    dropUnresolvableReferences(isFit ? schema : copyJson(schema), at, tally),
  ) as JsonObject
  return parameters === schema ? tool : { ...tool, parameters }
}

/** Returns a schema without references that lead to no schema, and reports the removed references. */
function dropUnresolvableReferences(given: SchemaNode, at: string, tally: HeadTally): SchemaNode {
  const { schema, lost } = withoutDangling(given)
  if (lost.length > 0) tally.say(schemaLoosened(at, lost))
  return schema
}
