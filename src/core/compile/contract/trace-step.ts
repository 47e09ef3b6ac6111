import type { Block } from '../../ir/block.ts'
import type { WindowBlock } from '../../pass/pass.ts'

/** Record of one pass in a compile, limited to the conversation units and blocks that the request contains. */
export type TraceStep =
  | { readonly kind: 'local'; readonly pass: string; readonly units: readonly TracedUnit[] }
  | {
      readonly kind: 'window'
      readonly pass: string
      readonly before: readonly WindowBlock[]
      readonly after: readonly WindowBlock[]
    }

/** A unit that a local pass changed. */
export interface TracedUnit {
  /** Id of the unit. */
  readonly id: string
  readonly before: Block
  readonly after: Block
}
