import type { AgentOf } from '../../agent/agent-of.ts'
import type { AgentInput } from '../../agent/read-agent.ts'
import type { Member } from '../member.ts'
import type { Steps } from './flow.ts'
import type { Passage } from './passage.ts'

/** Member in the arguments of a builder: one of any kind, or an agent as plain data. */
export type MemberInput = Member | AgentInput

// By way of `infer`: members follow from the arguments alone, never from what is expected of the whole.
/** A member in its one form. */
export type MemberOf<Given> = Given extends infer Same
  ? Same extends { readonly kind: unknown } | { readonly '~keys'?: unknown }
    ? Same
    : AgentOf<Same>
  : never

/** Members in their one form. */
export type MembersOf<Given extends readonly unknown[]> = Given extends infer Same extends readonly unknown[]
  ? { readonly [Index in keyof Same]: MemberOf<Same[Index]> }
  : never

/**
 * The members of a pipeline; for one that reads what nothing before it writes, the reason why it cannot stand there. Where
 * the pipeline stands `inside` another member, what comes before it is known to the outermost only.
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

/** While nothing is inferred yet, types look here for what is expected of an argument. */
export type Context<Given> = [Given] extends [never] ? readonly Within[] : never

/** The same for one argument. */
export type ContextOfOne<Given> = [Given] extends [never] ? Within : never

/** In what a builder gives: infers `Inside` from where a call stands, and is nothing otherwise. */
export type Standing<Inside> = Inside extends boolean ? unknown : { readonly '~inside': Inside }
