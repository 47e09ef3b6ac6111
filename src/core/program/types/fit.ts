import type { AgentOf } from '../../agent/agent-of.ts'
import type { AgentInput } from '../../agent/read-agent.ts'
import type { Member } from '../member.ts'
import type { Steps } from './flow.ts'
import type { Passage } from './passage.ts'

/** Argument of a builder: a member of any kind, or an agent as plain data. */
export type MemberInput = Member | AgentInput

// `infer` makes the members depend on the arguments alone, never on the expected type of the result.
/** A member in its normal form. */
export type MemberOf<Given> = Given extends infer Same
  ? Same extends { readonly kind: unknown } | { readonly '~keys'?: unknown }
    ? Same
    : AgentOf<Same>
  : never

/** Members in their normal form. */
export type MembersOf<Given extends readonly unknown[]> = Given extends infer Same extends readonly unknown[]
  ? { readonly [Index in keyof Same]: MemberOf<Same[Index]> }
  : never

/**
 * Members of a pipeline. A member that reads a key that nothing before it writes is replaced with the text of the
 * error. If the pipeline is `inside` another member, the check is left to the outermost member, which knows the keys
 * before the pipeline.
 */
export type Fitting<Given extends readonly unknown[], Inside> =
  | FittingEach<Given, Steps<Given>, Inside>
  | Context<Given>

type FittingEach<Given extends readonly unknown[], Each, Inside> = {
  [Index in keyof Given]: Index extends keyof Each
    ? FittingOne<Given[Index], Each[Index], Inside>
    : Given[Index]
}

type FittingOne<Given, Done, Inside> = [Done] extends [never]
  ? Given
  : Done extends Passage
    ? [Done['misses']] extends [never]
      ? [Inside extends true ? never : Done['lacks']] extends [never]
        ? Given
        : Done['lacks']
      : Done['misses']
    : Given

/** Type that marks a builder's arguments as nested in another member; no value has this property. */
interface Within {
  readonly '~inside': true
}

/** Contextual type of a builder's arguments. TypeScript uses it only until it has inferred the arguments' own types. */
export type Context<Given> = [Given] extends [never] ? readonly Within[] : never

/** Contextual type of a builder's single argument. */
export type ContextOfOne<Given> = [Given] extends [never] ? Within : never

/**
 * Part of a builder's result type. It only lets TypeScript infer, from the group around the call, whether the call is
 * nested (`Inside`).
 */
export type Standing<Inside> = Inside extends boolean ? unknown : { readonly '~inside': Inside }
