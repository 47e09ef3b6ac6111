// Checked by tsc alone; the grammar itself is the table of test/template.
import { expectTypeOf } from 'vitest'
import type { OptionalTemplateKeys, TemplateKeys } from './template-keys.ts'

// What the types do not know may ask for anything.
expectTypeOf<TemplateKeys<string>>().toEqualTypeOf<string>()
expectTypeOf<OptionalTemplateKeys<string>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<`{a} ${string}`>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<`{a${number}}`>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<Uppercase<string>>>().toEqualTypeOf<string>()
expectTypeOf<TemplateKeys<never>>().toEqualTypeOf<never>()

// One of several templates may ask for what any of them does.
expectTypeOf<TemplateKeys<'{a} {c?}' | '{b}'>>().toEqualTypeOf<'a' | 'b'>()
expectTypeOf<OptionalTemplateKeys<'{a} {c?}' | '{d|e}'>>().toEqualTypeOf<'c' | 'd'>()
expectTypeOf<TemplateKeys<'{a}' | `{b} ${string}`>>().toEqualTypeOf<string>()

// It is inferred from what a function is given.
declare function keysOf<const Template extends string>(template: Template): TemplateKeys<Template>
expectTypeOf(keysOf('Hi {user:name.first}, {x?} {"a": {"b": {y}}}')).toEqualTypeOf<'user:name' | 'y'>()

// Long templates: TypeScript goes a thousand steps, and each of them reads four braces.
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
