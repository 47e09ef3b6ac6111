import { describe, expect, test } from 'vitest'
import {
  type BindingOptions,
  type BindingProvider,
  type BindingVendor,
  bindingProvider,
  bindingRules,
} from '../../src/testing/fake/binding/index.ts'

/** Case of a provider that binds reasoning: a conversation with it, and the verdict that the vendor's pages name. */
export interface BindingCase {
  readonly title: string
  readonly options?: BindingOptions
  /** Returns the verdict; an error counts as another one. */
  readonly play: (provider: BindingProvider, sibling: (options: BindingOptions) => BindingProvider) => unknown
  readonly verdict: unknown
}

const played = (
  { play, options }: BindingCase,
  vendor: BindingVendor,
  without: readonly string[] = [],
): unknown => {
  const sibling = (more: BindingOptions) => bindingProvider(vendor, { ...options, ...more, without })
  return play(sibling({}), sibling)
}

/** Tests every case of a vendor, and that each of its rules is needed by a case. */
export const testCases = (vendor: BindingVendor, cases: readonly BindingCase[]): void => {
  const verdicts = new Map<BindingCase, string>()

  test.each(cases.map(entry => [entry.title, entry] as const))('%s', (_, entry) => {
    const found = played(entry, vendor)
    verdicts.set(entry, JSON.stringify(found))
    expect(found).toEqual(entry.verdict)
  })

  const differs = (entry: BindingCase, without: string): boolean => {
    try {
      return JSON.stringify(played(entry, vendor, [without])) !== verdicts.get(entry)
    } catch {
      return true
    }
  }

  describe('rules', () => {
    // Rules and cases are in about one order: the search begins where it ended, and takes the nearest cases first.
    let at = 0
    test.each(bindingRules[vendor].map(rule => [rule.name]))('a case needs the rule %s', name => {
      const nearest = cases.toSorted(
        (a, b) => Math.abs(cases.indexOf(a) - at) - Math.abs(cases.indexOf(b) - at),
      )
      const caught = nearest.find(entry => differs(entry, name))
      expect(caught).toBeDefined()
      at = Math.max(0, cases.indexOf(caught as BindingCase))
    })
  })
}
