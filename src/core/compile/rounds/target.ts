import { isTargetName } from '../../ir/target-name.ts'
import { firstModel } from '../../program/placed.ts'
import { inferTarget } from '../../vendor/infer.ts'
import { loadTarget } from '../../vendor/load.ts'
import type { CompileRound } from './round.ts'

/** Loads the target for which the agent's request is written. */
export const target: CompileRound = {
  waits: true,
  do({ kept, placed, options }) {
    const { graph, format } = kept.program
    // For an imported model, the target is that of the imported format.
    const asked = options.model ?? (isTargetName(format) ? null : (firstModel(graph, placed) ?? null))
    const name = options.target ?? inferTarget(asked, format)
    const loading = name === null ? null : loadTarget(name)
    // A target that is already loaded is returned synchronously, so that the compile does not wait.
    return loading instanceof Promise ? loading.then(target => ({ target })) : { target: loading }
  },
}
