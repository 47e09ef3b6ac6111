import type { Agent } from '../../agent/agent.ts'
import type { TypedAgent } from '../../agent/agent-of.ts'
import type { KeptByBoth, Known } from '../../state/compose.ts'
import type { StateStep } from '../../state/step.ts'
import type { Loop, Tap } from '../member.ts'
import type { Brought, InnerOf } from './brought.ts'
import type { And, JoinedEnds, Lost, Passage, ReadsAt, Together, Unknown } from './passage.ts'

/**
 * Effect of one member on the keys of the state, as a type. It depends on the keys that are surely present, surely
 * removed, or possibly present before the member.
 */
type Through<
  One,
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean = false,
> = [Tap | Loop] extends [One]
  ? // The type does not show which kind of member it is.
    Unknown<[]>
  : ThroughEach<One, Sure, Removed, Kept, Open>

type ThroughEach<
  One,
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean,
> = One extends {
  readonly kind: unknown
}
  ? One extends StateStep<infer Reads, infer Writes, infer Removes, infer Keeps>
    ? ReadsAt<
        readonly ['a step', Reads],
        [Sure, Removed, Kept],
        Exclude<Extract<Sure, Keeps>, Known<Removes>> | Writes,
        Exclude<Removed, Writes> | Known<Removes>,
        KeptByBoth<Kept, Keeps>
      >
    : One extends { readonly kind: infer Kind; readonly members: infer Members }
      ? Kind extends 'parallel'
        ? EndsWithFirst<One> extends true
          ? Either<Members, Sure, Removed, Kept>
          : Apart<Members, Sure, Removed, Kept>
        : Kind extends 'fallback'
          ? Either<Members, Sure, Removed, Kept>
          : Kind extends 'loop'
            ? Rounds<Members, Sure, Removed, Kept>
            : InOrder<Members, Sure, Removed, Kept, Open>
      : One extends {
            readonly key: infer Key extends string
            readonly ways: infer Ways
            readonly other: infer Other
          }
        ? And<
            Either<WaysOf<Ways, Other>, Sure, Removed, Kept>,
            ReadsAt<readonly ['a route', Key], [Sure, Removed, Kept], Sure, Removed, Kept>
          >
        : One extends {
              readonly key: infer Key extends string
              readonly item: infer Item extends string
              readonly into: infer Into extends string
              readonly member: infer Inner
            }
          ? And<
              ReadsAt<
                readonly ['mapOver', Key],
                [Sure, Removed, Kept],
                Sure | Into,
                Exclude<Removed, Into>,
                Kept,
                false
              >,
              Through<Inner, Sure | Item, Exclude<Removed, Item>, Kept>
            >
          : ReadsAt<never, [Sure, Removed, Kept], Sure, Removed, Kept>
  : TypedAgent<One> extends Agent<infer Name, infer Reads, infer Writes, infer Links>
    ? ReadsAt<
        readonly [`agent '${Name}'`, Reads] | Links['below'],
        [Sure, Removed, Kept],
        Sure | Writes,
        Exclude<Removed, Writes>,
        Kept,
        [Links['output']] extends [never] ? true : false
      >
    : never

/** Whether a parallel group may end before all of its members have. */
type EndsWithFirst<One> = One extends { readonly until?: infer Until }
  ? 'first' extends Until
    ? true
    : false
  : false

/** Effect of members that run one after the other. */
type InOrder<
  Members,
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Open extends boolean = false,
  Each extends readonly Passage[] = [],
> = Members extends readonly [infer First, ...infer Rest]
  ? Through<First, Sure, Removed, Kept, Open> extends infer Found extends Passage
    ? Settled<First, Found, Open, [Sure, Removed, Kept]> extends infer Done extends Passage
      ? InOrder<Rest, Done['sure'], Done['removed'], Done['kept'], Still<Open, Found>, [...Each, Done]>
      : never
    : never
  : Members extends readonly []
    ? Together<Each, Sure, Removed, Kept, Open>
    : Unknown<Each>

/**
 * Whether an answer without a key still waits for its reader after a member. A member that reads one missing key is the
 * reader. A member that reads several makes it unclear which key is meant.
 */
type Still<Open extends boolean, Found extends Passage> = Found['open'] extends infer Own extends boolean
  ? Own
  : [Found['lacking']] extends [never]
    ? Open
    : false

/**
 * Effect of a member after an agent whose answer has no key. If the member lacks exactly one key, the answer provides
 * it. A nested pipeline finds the reader itself.
 */
type Settled<First, Done, Open, Place extends readonly [string, string, string]> = Open extends true
  ? First extends { readonly kind: 'pipeline' }
    ? Done
    : Done extends Passage
      ? Answered<First, Done['lacking']> extends infer Key extends string
        ? [Key] extends [never]
          ? Done
          : Through<First, Place[0] | Key, Exclude<Place[1], Key>, Place[2]>
        : never
      : never
  : Done

type Answered<First, Key> = First extends { readonly kind: 'route'; readonly key: infer Own }
  ? Own extends Key
    ? Own
    : Single<Key>
  : Single<Key>
type Single<Key, All = Key> = Key extends unknown ? ([All] extends [Key] ? Key : never) : never

/** Effect of repeated members: keys that one round writes are present in the next round. */
type Rounds<Members, Sure extends string, Removed extends string, Kept extends string> =
  InOrder<Members, Sure, Removed, Kept> extends infer Once extends Passage
    ? InOrder<Members, Sure | Once['sure'], Exclude<Removed, Once['sure']>, Kept>
    : never

/**
 * Effect of members that run at the same time: keys that any member wrote are present afterwards, and keys that any
 * member removed are absent.
 */
type Apart<
  Members,
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Left extends string = Kept,
  Each extends readonly Passage[] = [],
> = Members extends readonly [infer First, ...infer Rest]
  ? Through<First, Sure, Removed, Kept> extends infer Done extends Passage
    ? Apart<Rest, Sure, Removed, Kept, KeptByBoth<Left, Done['kept']>, [...Each, Done]>
    : never
  : Members extends readonly []
    ? JoinedEnds<Each, Exclude<Each[number]['sure'], Lost<Each[number], Sure>>, Left>
    : Unknown<Each>

/** Effect of alternative members: only keys that are present after all of them are present. */
type Either<
  Members,
  Sure extends string,
  Removed extends string,
  Kept extends string,
  Left extends string = string,
  Rest extends string = Kept,
  Each extends readonly Passage[] = [],
> = Members extends readonly [infer First, ...infer Others]
  ? Through<First, Sure, Removed, Kept> extends infer Done extends Passage
    ? Either<
        Others,
        Sure,
        Removed,
        Kept,
        KeptByBoth<Left, Done['sure']>,
        KeptByBoth<Rest, Done['kept']>,
        [...Each, Done]
      >
    : never
  : Members extends readonly []
    ? JoinedEnds<Each, Left, Rest, Each[number]['open'] extends true ? true : false>
    : Unknown<Each>

/** Members of a route's branches. Without a default branch, there is also the case that no member runs. */
type WaysOf<Ways, Other> = Ways extends readonly unknown[]
  ? [...{ [Index in keyof Ways]: InnerOf<Ways[Index]> }, Other extends null ? Tap : Other]
  : never

/** Effects of all members of a pipeline that is the start of a program. */
export type Steps<Members extends readonly unknown[]> =
  InOrder<Members, Brought<Members[number]>, never, string> extends { readonly each: infer Each }
    ? Each
    : never
