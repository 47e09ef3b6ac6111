import type { TargetName } from '../ir/target-name.ts'
import { targets } from './registry.ts'
import type { Target } from './target.ts'

/** Targets that were loaded: modules are kept for good, so their targets may be. */
const loaded = new Map<TargetName, Target<never>>()

/**
 * Returns a target at once if it was loaded before, else a promise of it. The promise rejects with the error of the
 * import where the code cannot be loaded; the next call tries again.
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
