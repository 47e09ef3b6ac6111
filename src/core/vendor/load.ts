import type { TargetName } from '../ir/target-name.ts'
import type { Target } from '../target/target.ts'
import { targets } from './registry.ts'

/** Targets loaded so far. The runtime never unloads a module, so this map uses no additional memory. */
const loaded = new Map<TargetName, Target<never>>()

/**
 * Returns a target directly if it is loaded, else a promise of the target. If the import fails, the promise rejects
 * with the import's error, and the next call tries again.
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
