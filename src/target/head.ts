import { type Agent, type InstructionText, isNative, type OutputSchema, type Tool } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { schemaUnsupported, settingDropped } from '../diag/target.ts'
import { type Count, plus, zero } from '../ir/count.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import type { DeclarationRow } from '../map/ledger.ts'
import { isTooDeep } from '../text/depth.ts'
import { inlineRoot } from './reshape/root.ts'
import type { Head, Setting } from './target.ts'

/** Gathers the sizes of what comes before the history. */
export class HeadTally {
  private readonly sections = { system: zero, tools: zero, schema: zero }
  private readonly declarations: DeclarationRow[] = []
  private readonly diagnostics: Diagnostic[] = []

  /** Adds a declaration's size to a section. */
  add(section: 'system' | 'tools' | 'schema', origin: Origin, count: Count): void {
    this.sections[section] = plus(this.sections[section], count)
    this.declarations.push({ origin, tokens: count.estimate })
  }

  say(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic)
  }

  done(): Head {
    return { ...this.sections, declarations: this.declarations, diagnostics: this.diagnostics }
  }
}

/** A piece of the system text. */
export interface SystemText {
  readonly piece: InstructionText
  readonly origin: Origin
  /** What it counts as. */
  readonly section: 'system' | 'schema'
}

/** The pieces of an agent's instruction that say something, each with its origin; then what asks for the answer's form. */
export function instructionTexts(agent: Agent, form: string | null = null): readonly SystemText[] {
  const given = agent.staticInstruction ?? []
  const pieces = typeof given === 'string' ? [{ text: given }] : given
  const texts = pieces.map((piece, index) => ({
    piece,
    origin: pieces.length === 1 ? 'd:instruction' : `d:instruction.${index}`,
    section: 'system' as const,
  }))
  const asked =
    form === null ? [] : [{ piece: { text: form }, origin: 'd:outputSchema', section: 'schema' as const }]
  return [...texts, ...asked].filter(({ piece }) => piece.text !== '')
}

/** The name of a provider's own tool, which Chat keeps one level down. */
function nativeName({ name, custom }: JsonObject): unknown {
  return name ?? (isObject(custom) ? custom.name : undefined)
}

/** The form that the answer must have, where the target can be sent it; `root` is what it may be at the root. */
export function sendableSchema(
  { agent: { outputSchema } }: Setting<unknown>,
  root: 'object' | 'any',
  tally: HeadTally,
): OutputSchema | null {
  if (!outputSchema) return null
  const schema = root === 'object' ? (inlineRoot(outputSchema.schema) as JsonObject) : outputSchema.schema
  const isNoObject = root === 'object' && schema.type !== 'object'
  if (!isNoObject && !isTooDeep(schema)) return { ...outputSchema, schema }
  tally.say(schemaUnsupported(null, isNoObject ? 'root' : 'depth'))
  return null
}

/** What to call a provider's own tool in messages: of some only the kind is known. */
function nativeLabel(payload: JsonObject): string {
  const label = nativeName(payload) ?? payload.type ?? Object.keys(payload)[0]
  return typeof label === 'string' ? label : 'unknown'
}

/** The agent's tools, each name once: a second one of a name is left out, since every provider refuses it. */
export function uniqueTools({ agent, names }: Setting<unknown>, tally: HeadTally): readonly Tool[] {
  const seen = new Set<string>()
  return (agent.tools ?? []).filter(tool => {
    const schema = isNative(tool) ? tool.native.payload : tool.parameters
    if (isTooDeep(schema)) {
      tally.say(schemaUnsupported(isNative(tool) ? nativeLabel(tool.native.payload) : tool.name, 'depth'))
      return false
    }
    const name = isNative(tool) ? nativeName(tool.native.payload) : names.toWire(tool.name)
    if (typeof name !== 'string') return true
    if (!seen.has(name)) return seen.add(name)
    tally.say(settingDropped('tools', `'${name}' is declared twice, and the first one holds`))
    return false
  })
}
