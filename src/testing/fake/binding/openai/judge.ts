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
import { decodeSeal, type FakeSeal } from '../seal.ts'
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
  readonly prefix: Prefix
}

/** Judges the reasoning items of a request. */
export const judgeGpt = (request: Fields, settings: BindingSettings): Judged => {
  const prefix = createPrefix(digestToolsAndFormat(request, settings), settings.applies)
  const asks = reasoningChecks(request, settings)
  const dead: DeadReasoning[] = []
  let alive = 0
  const items = itemsReadByModel(request, settings)
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
    addItemToPrefix(prefix, item, path, settings)
  }
  const forged = dead.find(({ reason }) => reason === 'invalid_signature')
  const unheld = items === null ? 'previous_response_not_found' : null
  const refused =
    forged === undefined ? unheld : `${forged.path}: The encrypted content could not be verified.`
  return { alive, dead, refused, prefix }
}

const sealOfItem = (item: Fields, kind: FakeSeal['kind'], { key }: BindingSettings): FakeSeal | null =>
  decodeSeal(item.encrypted_content, kind, key)

/** Adds an item to the prefix that later items are bound to. */
export const addItemToPrefix = (
  prefix: Prefix,
  item: Fields,
  path: string,
  settings: BindingSettings,
): void => {
  const { applies } = settings
  const { type } = item
  if (type === 'compaction_trigger') return
  if (type === 'compaction') {
    const seal = sealOfItem(item, 'compaction', settings)
    const id = digestOf(textOfShape(item.encrypted_content))
    const isCarried = applies('carry') && seal?.bound === true
    if (applies('carry')) prefix.restart(id, isCarried ? { chain: seal.chain, kept: seal.kept } : null)
    else prefix.add(path, id)
  } else if (type === 'reasoning') {
    const id = digestOf(textOfShape(item.encrypted_content))
    prefix.pass(id)
    if (applies('reasoning')) prefix.add(path, `reasoning ${id}`)
  } else if (applies('items')) prefix.add(path, canonicalItemText(item, settings))
}
