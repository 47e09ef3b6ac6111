import { isObject } from '../../ir/json.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import { isDrawnThought } from '../travel.ts'
import { type Vendor, vendorOfModel } from './vendor.ts'

/** Names under which providers of the AI SDK keep what only they read. */
const owners: ReadonlyMap<string, Vendor> = new Map<string, Vendor>([
  ['openai', 'openai'],
  ['azure', 'openai'],
  ['anthropic', 'anthropic'],
  ['bedrock', 'anthropic'],
  ['google', 'google'],
  ['vertex', 'google'],
  ['googleVertex', 'google'],
])

/** The vendor behind a provider's name; null for one that is not known. */
export const ownerOf = (name: string): Vendor | null => owners.get(name) ?? null

/** The names that a vendor's providers use. */
export const namesOf = (vendor: Vendor): readonly string[] =>
  [...owners].flatMap(([name, owner]) => (owner === vendor ? [name] : []))

/** Returns the options that a vendor's providers keep in a part, under whichever of their names. */
export function optionsOf(part: object, vendor: Vendor): Readonly<Record<string, unknown>> | null {
  const { providerOptions } = part as { providerOptions?: unknown }
  if (!isObject(providerOptions)) return null
  const name = namesOf(vendor).find(key => isObject(providerOptions[key]))
  return name === undefined ? null : (providerOptions[name] as Readonly<Record<string, unknown>>)
}

/** Prefixes of the ids of a provider's own calls. */
const idStarts: readonly (readonly [RegExp, Vendor])[] = [
  [/^(srvtoolu|mcptoolu)_/, 'anthropic'],
  [/^(ws|fs|ci|ig|mcp|mcpr|cu|lsh|sh|apc|tsc|tso|prog|cmp|rs|msg)_/, 'openai'],
]

/** Whether a part is code that Gemini ran, or what came of it: its provider writes neither options nor an id of its own. */
export function isCodeOfGemini(part: Readonly<Record<string, unknown>>): boolean {
  const { type, toolName, input, output } = part
  if (toolName !== 'code_execution') return false
  if (type === 'tool-call')
    return isObject(input) && typeof input.language === 'string' && typeof input.code === 'string'
  const { type: form, value } = isObject(output) ? output : {}
  const { outcome, output: printed } = form === 'json' && isObject(value) ? value : {}
  return typeof outcome === 'string' && typeof printed === 'string'
}

/** Whose a part is: told by what it carries, by its kind, its id or its form; null when nothing tells. */
export function ownerOfPart(part: Readonly<Record<string, unknown>>): Vendor | null {
  const { providerOptions, kind, toolCallId } = part
  const named = isObject(providerOptions) ? Object.keys(providerOptions) : []
  const kinds = typeof kind === 'string' ? [kind.split('.', 1)[0] as string] : []
  const [known] = [...kinds, ...named].flatMap(name => ownerOf(name) ?? [])
  const byId = idStarts.find(([start]) => typeof toolCallId === 'string' && start.test(toolCallId))
  return known ?? byId?.[1] ?? (isCodeOfGemini(part) ? 'google' : null)
}

/** Whose an item is: by itself, by the other half of it, or by the model that made it. */
export const ownerOfItem = (item: OpaquePart): Vendor | null =>
  ownerOfPart(item.payload) ??
  (item.owner === undefined ? null : ownerOf(item.owner)) ??
  (item.model === undefined ? null : vendorOfModel(item.model)) ??
  // Nobody else's models draw while they think.
  (isDrawnThought(item) ? 'google' : null)
