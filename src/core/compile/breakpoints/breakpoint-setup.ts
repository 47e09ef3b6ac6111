import { maxMarks } from '../../cache/choose.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { settingDropped } from '../../diag/target.ts'
import type { ModelFacts } from '../../ir/model.ts'
import type { Target } from '../../target/target.ts'
import type { CacheOption } from '../contract/options.ts'
import type { MarkSetup } from '../contract/setup.ts'

/**
 * Reads the option `cache` for a target and a model. The result's `marks` is null if the compiler places no cache
 * marks.
 */
export function markSetup(
  { marking }: Target<never>,
  facts: ModelFacts<never>,
  option: CacheOption = 'keep',
): { readonly marks: MarkSetup | null; readonly notices: readonly Diagnostic[] } {
  if (option === 'keep' || marking === null) return { marks: null, notices: [] }
  const rules = marking.rules(facts)
  // The vendor adds its own cache mark at the end of a request, unless the request turns this off.
  const most = rules === null ? 0 : maxMarks(rules, true)
  const asked = option === 'mark' ? null : option.ttl
  const { ttl: lifetimes = [] } = facts.cache
  const isKnown = asked === null || lifetimes.includes(asked)
  const notices =
    isKnown || most === 0
      ? []
      : [settingDropped('cache.ttl', `the model keeps what is cached for ${lifetimes.join(' or ')}`)]
  const ttl = isKnown && asked !== lifetimes[0] ? asked : null
  return { marks: { marking, facts, most, ttl, isKnown: rules !== null }, notices }
}
