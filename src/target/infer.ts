import type { FormatName } from '../ir/format-name.ts'
import { isTargetName, type TargetName, targetNames } from '../ir/target-name.ts'
import { targets } from './registry.ts'
import { vendorOf } from './vendors.ts'

/** The target of a model that is asked for: the conversation's own format where that is the vendor's too. Without one, that format. */
export function inferTarget(model: string | null, format: FormatName | null): TargetName | null {
  const own = isTargetName(format) ? format : null
  if (model === null || (own !== null && targets[own].calls === 'every')) return own
  const vendor = vendorOf(model)
  if (vendor === null) return null
  if (own !== null && targets[own].vendor === vendor) return own
  return targetNames.find(name => targets[name].vendor === vendor && targets[name].calls === 'own') ?? null
}

/** Whose API a target is, where the id says that the model is another vendor's; null where they agree. */
export function strangerTo(target: TargetName, model: string): string | null {
  const { calls, vendor: own } = targets[target]
  const vendor = vendorOf(model)
  return calls === 'own' && vendor !== null && vendor !== own ? vendor : null
}
