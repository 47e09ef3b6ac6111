import { type Fields, fieldsOf, textOfShape } from '../../shape.ts'
import type { BindingSettings } from '../options.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { decodeSeal } from '../seal.ts'
import type { PlacedItem } from './text.ts'

const typesOf = (items: readonly PlacedItem[]): readonly string[] =>
  items.map(({ item }) => textOfShape(item.type))

/** Conditions of items that change or compact the conversation, each with its rule and the API's error. */
const conditions: readonly (readonly [
  rule: string,
  error: string,
  isBroken: (items: readonly PlacedItem[], request: Fields) => boolean,
])[] = [
  [
    'trigger',
    "The 'compaction_trigger' item must be the final input item.",
    items => typesOf(items).slice(0, -1).includes('compaction_trigger'),
  ],
  [
    'update-neighbours',
    "Consecutive 'configuration_update' items are not allowed.",
    items => typesOf(items).some((type, at, types) => type === update && types[at - 1] === update),
  ],
  [
    'update-compaction',
    "The 'configuration_update' item type is not supported with compaction without a subsequent configuration update.",
    items => {
      const first = typesOf(items).indexOf(update)
      const newest = typesOf(items).lastIndexOf('compaction')
      return first >= 0 && first < newest && !typesOf(items).slice(newest).includes(update)
    },
  ],
  [
    'update-pro',
    "The 'configuration_update' item type is not supported with pro or tournament models.",
    (items, { model, reasoning }) =>
      typesOf(items).includes(update) &&
      (fieldsOf(reasoning).mode === 'pro' || /-pro\b/.test(textOfShape(model))),
  ],
]

const update = 'configuration_update'

/** Returns the error of an item that changes or compacts the conversation in a wrong place. */
export const controlItemError = (
  items: readonly PlacedItem[],
  request: Fields,
  { applies, key }: BindingSettings,
): Refusal | null => {
  const broken = conditions.find(([rule, , isBroken]) => applies(rule) && isBroken(items, request))
  if (broken !== undefined) return badRequest(broken[1])
  const forged = items.find(
    ({ item }) =>
      item.type === 'compaction' && decodeSeal(item.encrypted_content, 'compaction', key) === null,
  )
  if (forged !== undefined && applies('compaction-seal')) return unverified(forged.path)
  return applies('pairs') ? unpairedError(items) : null
}

/** Returns the error of a stored item whose reasoning item is not sent before it. Its id names the reasoning item. */
const unpairedError = (items: readonly PlacedItem[]): Refusal | null => {
  for (const [at, { item }] of items.entries()) {
    const id = textOfShape(item.id)
    const required = /^(?:msg|fc|item)_([0-9a-f]{16})[0-9a-f]{16}$/.exec(id)?.[1]
    if (required === undefined || items[at - 1]?.item.id === `rs_${required}`) continue
    const type = textOfShape(item.type) || 'message'
    const error = `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: 'rs_${required}'.`
    return badRequest(error)
  }
  return null
}

/** Returns the error of sealed content that the provider cannot read. */
export const unverified = (path: string): Refusal =>
  badRequest(`${path}: The encrypted content could not be verified.`, 'invalid_encrypted_content')
