import { isObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { isDrawnThought } from '../../../target/travel.ts'
import { vendorOfModel } from '../rows/packages.ts'
import type { Vendor } from '../rows/vendor.ts'

/** Names under which providers of the AI SDK keep their own options, and the vendors behind them. */
const owners: ReadonlyMap<string, Vendor> = new Map<string, Vendor>([
  ['openai', 'openai'],
  ['azure', 'openai'],
  ['anthropic', 'anthropic'],
  ['bedrock', 'anthropic'],
  ['amazonBedrock', 'anthropic'],
  ['google', 'google'],
  ['vertex', 'google'],
  ['googleVertex', 'google'],
])

/** Returns the vendor behind a provider's name; null for an unknown name. */
export const vendorOfProvider = (name: string): Vendor | null => owners.get(name) ?? null

/** Prefixes of the ids of a provider's own calls. */
const idStarts: readonly (readonly [RegExp, Vendor])[] = [
  [/^(srvtoolu|mcptoolu)_/, 'anthropic'],
  [/^(ws|fs|ci|ig|mcp|mcpr|cu|lsh|sh|apc|tsc|tso|prog|cmp|rs|msg)_/, 'openai'],
]

/**
 * Whether a part is code that Gemini ran, or its result: Google's provider gives these neither options nor an id of its
 * own.
 */
export function isCodeOfGemini(part: Readonly<Record<string, unknown>>): boolean {
  const { type, toolName, input, output } = part
  if (toolName !== 'code_execution') return false
  if (type === 'tool-call')
    return isObject(input) && typeof input.language === 'string' && typeof input.code === 'string'
  const { type: form, value } = isObject(output) ? output : {}
  const { outcome, output: printed } = form === 'json' && isObject(value) ? value : {}
  return typeof outcome === 'string' && typeof printed === 'string'
}

/** Returns the vendor of a part, by its kind, its options, its id or its form; null if none of them shows it. */
export function ownerOfPart(part: Readonly<Record<string, unknown>>): Vendor | null {
  const { providerOptions, kind, toolCallId } = part
  const named = isObject(providerOptions) ? Object.keys(providerOptions) : []
  const kinds = typeof kind === 'string' ? [kind.split('.', 1)[0] as string] : []
  const [known] = [...kinds, ...named].flatMap(name => vendorOfProvider(name) ?? [])
  const byId = idStarts.find(([start]) => typeof toolCallId === 'string' && start.test(toolCallId))
  return known ?? byId?.[1] ?? (isCodeOfGemini(part) ? 'google' : null)
}

/** Returns the vendor of an item: by itself, by its other half, or by the model that made it. */
export const ownerOfItem = (item: OpaquePart): Vendor | null =>
  ownerOfPart(item.payload) ??
  (item.owner === undefined ? null : vendorOfProvider(item.owner)) ??
  (item.model === undefined ? null : vendorOfModel(item.model)) ??
  // Only Google's models draw images during their reasoning.
  (isDrawnThought(item) ? 'google' : null)
