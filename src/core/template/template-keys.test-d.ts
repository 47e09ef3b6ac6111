// Checked by tsc alone; the table of `test/template` tests the grammar itself.
import { expectTypeOf } from 'vitest'
import type { OptionalTemplateKeys, TemplateKeys } from './template-keys.ts'

// A template that is unknown to the types may require any key.
expectTypeOf<TemplateKeys<string>>().toEqualTypeOf<string>()
expectTypeOf<OptionalTemplateKeys<string>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<`{a} ${string}`>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<`{a${number}}`>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<Uppercase<string>>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<never>>().toEqualTypeOf<never>()

// A union of templates requires the keys of all of them.
expectTypeOf<TemplateKeys<'{a} {c?}' | '{b}'>>().toEqualTypeOf<'a' | 'b'>()
expectTypeOf<OptionalTemplateKeys<'{a} {c?}' | '{d|e}'>>().toEqualTypeOf<'c' | 'd'>()
expectTypeOf<TemplateKeys<'{a}' | `{b} ${string}`>>().toEqualTypeOf<string>()

// The keys are inferred from a function's argument.
declare function keysOf<const Template extends string>(template: Template): TemplateKeys<Template>
expectTypeOf(keysOf('Hi {user:name.first}, {x?} {"a": {"b": {y}}}')).toEqualTypeOf<'user:name' | 'y'>()

// Long templates: TypeScript allows a thousand steps, and each step reads four braces.
type Repeat<
  Text extends string,
  Times,
  Made extends 0[] = [],
  All extends string = '',
> = Made['length'] extends Times ? All : Repeat<Text, Times, [...Made, 0], `${All}${Text}`>
type Long = Repeat<'Some words {user:a.b} and {"j": {"k": 1}}', 50>
expectTypeOf<TemplateKeys<Long>>().toEqualTypeOf<'user:a'>()
expectTypeOf<TemplateKeys<Repeat<'{"a": {"b": {"c": {c}}}}', 900>>>().toEqualTypeOf<'c'>()
expectTypeOf<TemplateKeys<`${Repeat<'{', 900>} {a}`>>().toEqualTypeOf<'a'>()
expectTypeOf<TemplateKeys<`${Repeat<'{ ', 900>}{a}`>>().toEqualTypeOf<'a'>()
