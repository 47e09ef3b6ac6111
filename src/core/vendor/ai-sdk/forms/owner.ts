import { isObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { isDrawnThought } from '../../../target/travel.ts'
import { vendorOfModel } from '../rows/packages.ts'
import type { Vendor } from '../rows/vendor.ts'

/** Vendors, by the provider name under which the AI SDK stores provider options. */
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

/** Returns the vendor for a provider name; null for an unknown name. */
export const vendorOfProvider = (name: string): Vendor | null => owners.get(name) ?? null

/** Prefixes of ids that a provider gives to its own calls. */
const idStarts: readonly (readonly [RegExp, Vendor])[] = [
  [/^(srvtoolu|mcptoolu)_/, 'anthropic'],
  [/^(ws|fs|ci|ig|mcp|mcpr|cu|lsh|sh|apc|tsc|tso|prog|cmp|rs|msg)_/, 'openai'],
]

/**
 * Whether a part is code that Gemini ran, or the result of such code. Google's provider gives neither of them options
 * or a recognizable id.
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

/** Returns the vendor that a part's kind, options, call id or shape points to; null if nothing points to a vendor. */
export function ownerOfPart(part: Readonly<Record<string, unknown>>): Vendor | null {
  const { providerOptions, kind, toolCallId } = part
  const named = isObject(providerOptions) ? Object.keys(providerOptions) : []
  const kinds = typeof kind === 'string' ? [kind.split('.', 1)[0] as string] : []
  const [known] = [...kinds, ...named].flatMap(name => vendorOfProvider(name) ?? [])
  const byId = idStarts.find(([start]) => typeof toolCallId === 'string' && start.test(toolCallId))
  return known ?? byId?.[1] ?? (isCodeOfGemini(part) ? 'google' : null)
}

/**
 * Returns the vendor of an item: the vendor that its call or result names, or the vendor of its model; null if unknown.
 */
export const ownerOfItem = (item: OpaquePart): Vendor | null =>
  ownerOfPart(item.payload) ??
  (item.owner === undefined ? null : vendorOfProvider(item.owner)) ??
  (item.model === undefined ? null : vendorOfModel(item.model)) ??
  // Only Google's models make images during their reasoning.
  (isDrawnThought(item) ? 'google' : null)
