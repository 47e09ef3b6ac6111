import { expectTypeOf } from 'vitest'
import type { RequestFor } from '../compile/contract/infer.ts'
import type { TargetName } from '../ir/target-name.ts'
import { type Requests, type Row, targets } from './registry.ts'

// Every target has a row and a request, and nothing else has one.
expectTypeOf<keyof typeof targets>().toEqualTypeOf<TargetName>()
expectTypeOf<keyof Requests>().toEqualTypeOf<TargetName>()

// A name without a row, and a row without a name, without its models or without its code are no list of targets.
type Rows<Name extends string> = { readonly [Each in Name]: Row }
const { gemini, ...others } = targets
// @ts-expect-error
others satisfies Rows<TargetName>
// @ts-expect-error
targets satisfies Rows<TargetName | 'mistral'>
// @ts-expect-error
;({ vendor: 'google', calls: 'own' }) satisfies Row
// @ts-expect-error
;({ vendor: 'google', load: gemini.load }) satisfies Row
// @ts-expect-error
;({ vendor: 'nobody', calls: 'own', load: gemini.load }) satisfies Row

// A model's request follows from the rows, as `inferTarget` finds it at run time.
expectTypeOf<RequestFor<'text', undefined, 'ft:gpt-4o:org::id'>>().toEqualTypeOf<Requests['openai']>()
expectTypeOf<RequestFor<'openai-chat', undefined, 'o3'>>().toEqualTypeOf<Requests['openai-chat']>()
expectTypeOf<RequestFor<'openai', undefined, 'google.gemini-3.8-flash'>>().toEqualTypeOf<Requests['gemini']>()
expectTypeOf<RequestFor<'ai-sdk', undefined, 'claude-sonnet-5'>>().toEqualTypeOf<Requests['ai-sdk']>()
expectTypeOf<RequestFor<'openai', undefined, 'gpt-oss-120b'>>().toEqualTypeOf<Requests[TargetName]>()
