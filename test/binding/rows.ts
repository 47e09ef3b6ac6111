import { expect, test } from 'vitest'
import {
  type BindingAnswer,
  type BindingOptions,
  type BindingProvider,
  type BindingVendor,
  bindingProvider,
} from '../../src/testing/fake/binding/index.ts'

/** Row of a vendor's page on edits between two requests: an edit that keeps all reasoning, and one that does not. */
export interface RowOfEdits<Request> {
  readonly row: string
  /** Conversation before the edit; by default the vendor's shortest one. */
  readonly request?: Request
  readonly accepted: (request: Request, provider: BindingProvider) => unknown
  readonly refused: (request: Request, provider: BindingProvider) => unknown
}

/** Sends both bodies of each row, and checks the vendor's word about the reasoning in them. */
export const testRows = <Request>(
  vendor: BindingVendor,
  rows: readonly RowOfEdits<Request>[],
  options: BindingOptions,
  {
    grow,
    lost,
  }: {
    /** Returns a conversation of three answers. */
    readonly grow: (provider: BindingProvider, request?: Request) => Request
    /** Returns what an answer says about lost reasoning; null for none. */
    readonly lost: (answer: BindingAnswer) => string | null
  },
): void => {
  const provider = bindingProvider(vendor, options)
  const sent = ({ request }: RowOfEdits<Request>, change: RowOfEdits<Request>['accepted']): BindingAnswer => {
    const copy = structuredClone(grow(provider, request))
    change(copy, provider)
    return provider.answer(copy)
  }

  test.each(rows.map(entry => [entry.row, entry] as const))('a vendor judges %s', (_, entry) => {
    expect(lost(sent(entry, entry.accepted))).toBeNull()
    expect(lost(sent(entry, entry.refused))).toContain('prefix_mismatch')
  })
}
