import type { Block } from '../../ir/block.ts'
import type { WindowBlock } from '../../pass/pass.ts'

/** Record of what one pass did in a compile, limited to what went into the request. */
export type TraceStep =
  | { readonly kind: 'local'; readonly pass: string; readonly units: readonly TracedUnit[] }
  | {
      readonly kind: 'window'
      readonly pass: string
      readonly before: readonly WindowBlock[]
      readonly after: readonly WindowBlock[]
    }

/** A unit that a local pass showed otherwise. */
export interface TracedUnit {
  /** Its id. */
  readonly id: string
  readonly before: Block
  readonly after: Block
}
