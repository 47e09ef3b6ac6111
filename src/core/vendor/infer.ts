import type { FormatName } from '../ir/extra.ts'
import { isTargetName, type TargetName, targetNames } from '../ir/target-name.ts'
import { targets } from './registry.ts'
import { vendorOf } from './rows/vendors.ts'

/**
 * Returns the target for a model. This is the conversation's own format in three cases: no model is given, the format
 * serves every model, or the format belongs to the model's vendor. Otherwise it is the API of the model's vendor, or
 * null for an unknown vendor.
 */
export function inferTarget(model: string | null, format: FormatName | null): TargetName | null {
  const own = isTargetName(format) ? format : null
  if (model === null || (own !== null && targets[own].calls === 'every')) return own
  const vendor = vendorOf(model)
  if (vendor === null) return null
  if (own !== null && targets[own].vendor === vendor) return own
  return targetNames.find(name => targets[name].vendor === vendor && targets[name].calls === 'own') ?? null
}

/**
 * Returns the vendor of a model that the target cannot call; null if the target can call the model. A target cannot
 * call a model if its API serves only another vendor's models.
 */
export function foreignVendorOf(target: TargetName, model: string): string | null {
  const { calls, vendor: own } = targets[target]
  const vendor = vendorOf(model)
  return calls === 'own' && vendor !== null && vendor !== own ? vendor : null
}
