import type { TargetName } from '../ir/target-name.ts'
import type { Target } from '../target/target.ts'
import { targets } from './registry.ts'

/** Loaded targets. The runtime keeps modules for good, so this map may keep their targets. */
const loaded = new Map<TargetName, Target<never>>()

/**
 * Returns a target at once if it was loaded before, else a promise of it. If the import fails, the promise rejects with
 * the error of the import, and the next call tries again.
 */
export function loadTarget(name: TargetName): Target<never> | Promise<Target<never>> {
  return (
    loaded.get(name) ??
    targets[name].load().then(module => {
      const target = module as Target<never>
      loaded.set(name, target)
      return target
    })
  )
}
