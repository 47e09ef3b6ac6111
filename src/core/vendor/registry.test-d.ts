import { expectTypeOf } from 'vitest'
import type { RequestFor } from '../compile/contract/infer.ts'
import type { TargetName } from '../ir/target-name.ts'
import { type Requests, type Row, targets } from './registry.ts'

// Every target has a row and a request type, and there are no others.
expectTypeOf<keyof typeof targets>().toEqualTypeOf<TargetName>()
expectTypeOf<keyof Requests>().toEqualTypeOf<TargetName>()

// A list is invalid if a name has no row, a row has no name, or a row lacks its models, its code or a known vendor.
type Rows<Name extends string> = { readonly [Each in Name]: Row }
const { gemini, ...others } = targets
// @ts-expect-error
others satisfies Rows<TargetName>
// @ts-expect-error
targets satisfies Rows<TargetName | 'nobody'>
// @ts-expect-error
;({ vendor: 'google', calls: 'own' }) satisfies Row
// @ts-expect-error
;({ vendor: 'google', load: gemini.load }) satisfies Row
// @ts-expect-error
;({ vendor: 'nobody', calls: 'own', load: gemini.load }) satisfies Row

// The type of a model's request follows from the rows, like the target that `inferTarget` returns at run time.
expectTypeOf<RequestFor<'text', undefined, 'ft:gpt-4o:org::id'>>().toEqualTypeOf<Requests['openai']>()
expectTypeOf<RequestFor<'openai-chat', undefined, 'o3'>>().toEqualTypeOf<Requests['openai-chat']>()
expectTypeOf<RequestFor<'openai', undefined, 'google.gemini-3.8-flash'>>().toEqualTypeOf<Requests['gemini']>()
expectTypeOf<RequestFor<'ai-sdk', undefined, 'claude-sonnet-5'>>().toEqualTypeOf<Requests['ai-sdk']>()
expectTypeOf<RequestFor<'openai', undefined, 'gpt-oss-120b'>>().toEqualTypeOf<Requests[TargetName]>()
