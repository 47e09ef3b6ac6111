import { type BindingModel, longestPrefixRow } from '../models.ts'

/**
 * OpenAI models by id prefix. Reasoning items are bound from 6.2 on, and dropped on "certain model changes (including
 * downgrades)", which the vendor does not list. A bound model is therefore assumed to read only its own items. Source:
 * "Using GPT-6.2", November 2026.
 */
const gptModels: readonly BindingModel[] = [
  { id: 'gpt-6.2-astra', binds: true, reads: [] },
  { id: 'gpt-6.2-sol', binds: true, reads: [] },
]

const older: BindingModel = { id: '', binds: false, reads: [] }

/** Returns the rules of an OpenAI model id, with or without a vendor prefix. */
export const gptBinding = (model: string): BindingModel => {
  const id = model.replace(/^ft:/, '').replace(/^.*\//, '')
  const version = Number(/^gpt-(\d+(?:[.]\d+)?)/.exec(id)?.[1] ?? 0)
  const newest: BindingModel = { id, binds: true, reads: [] }
  return longestPrefixRow(gptModels, id, version >= 6.2 ? newest : older)
}
