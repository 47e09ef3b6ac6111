import { type Fields, textOfShape } from '../../shape.ts'
import { digestOf } from '../canonical.ts'
import {
  type BindingJudgement,
  type DeadReasoning,
  type Found,
  type Readability,
  reasonForIgnoring,
} from '../judgement.ts'
import { readsThoughtsOf } from '../models.ts'
import type { BindingSettings } from '../options.ts'
import { createPrefix, type Prefix } from '../prefix.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { decodeSeal, type FakeSeal } from '../seal.ts'
import { controlItemError, unverified } from './control-items.ts'
import { gptBinding } from './models.ts'
import { canonicalItemText, digestToolsAndFormat, itemsReadByModel } from './text.ts'

/** Returns the model that a request names, or the default model of the settings. */
export const modelOf = (request: Fields, { model }: BindingSettings): string =>
  textOfShape(request.model) || model

const reasoningChecks = (request: Fields, settings: BindingSettings): Readability => {
  const { applies, account, endUser } = settings
  const reader = gptBinding(modelOf(request, settings))
  return {
    isBound: seal => !applies('models') || (seal.bound && reader.binds),
    isForeignAccount: seal => applies('account') && seal.account !== account,
    isForeignUser: seal => applies('end-user') && seal.user !== endUser,
    isReadable: seal => !applies('readers') || readsThoughtsOf(reader, gptBinding(seal.model)),
    isAltered: () => false,
  }
}

/** Verdict on the reasoning of a request, and the prefix that all input items form. */
export interface Judged extends BindingJudgement {
  readonly refusal: Refusal | null
  readonly prefix: Prefix
}

/** Judges the reasoning items of a request. */
export const judgeGpt = (request: Fields, settings: BindingSettings): Judged => {
  const prefix = createPrefix(digestToolsAndFormat(request, settings), settings.applies)
  const asks = reasoningChecks(request, settings)
  const dead: DeadReasoning[] = []
  let alive = 0
  const items = itemsReadByModel(request, settings)
  const before: Fields[] = []
  for (const { item, path } of items ?? []) {
    if (item.type === 'reasoning') {
      const found: Found = {
        path,
        id: textOfShape(item.id),
        content: '',
        seal: sealOfItem(item, 'reasoning', settings),
      }
      const fault = reasonForIgnoring(found, prefix, asks)
      if (fault === null) alive += 1
      else dead.push({ path, id: found.id, ...fault })
    }
    addItemToPrefix(prefix, item, path, settings, before)
    before.push(item)
  }
  const forged = dead.find(({ reason }) => reason === 'invalid_signature')
  const refusal =
    items === null
      ? badRequest('previous_response_not_found', 'previous_response_not_found')
      : forged === undefined
        ? controlItemError(items, request, settings)
        : unverified(forged.path)
  return { alive, dead, refused: refusal?.message ?? null, refusal, prefix }
}

const sealOfItem = (item: Fields, kind: FakeSeal['kind'], { key }: BindingSettings): FakeSeal | null =>
  decodeSeal(item.encrypted_content, kind, key)

/** Adds an item to the prefix that later items are bound to. `before` holds the items that precede it. */
export const addItemToPrefix = (
  prefix: Prefix,
  item: Fields,
  path: string,
  settings: BindingSettings,
  before: readonly Fields[] | null = null,
): void => {
  const { applies } = settings
  const { type } = item
  if (type === 'compaction_trigger') return
  if (type === 'compaction') {
    const seal = sealOfItem(item, 'compaction', settings)
    const id = digestOf(textOfShape(item.encrypted_content))
    const window = isWindowChanged(seal, before, settings) ? `${id} after another window` : id
    const isCarried = applies('carry') && seal?.bound === true && window === id
    if (applies('carry')) prefix.restart(window, isCarried ? { chain: seal.chain, kept: seal.kept } : null)
    else prefix.add(path, id)
  } else if (type === 'reasoning') {
    const id = digestOf(textOfShape(item.encrypted_content))
    prefix.pass(id)
    if (applies('reasoning')) prefix.add(path, `reasoning ${id}`)
  } else if (applies('items')) prefix.add(path, canonicalItemText(item, settings))
}

/** Returns the digest of the user messages that `/responses/compact` returns before its compaction item. */
export const digestWindow = (items: readonly Fields[], settings: BindingSettings): string =>
  digestOf(items.map(item => canonicalItemText(item, settings)).join('\n'))

/** Whether the items before a compaction item are others than those that `/responses/compact` returned before it. */
const isWindowChanged = (
  seal: FakeSeal | null,
  before: readonly Fields[] | null,
  settings: BindingSettings,
): boolean =>
  seal !== null &&
  before !== null &&
  seal.window !== '' &&
  settings.applies('window') &&
  digestWindow(before, settings) !== seal.window
