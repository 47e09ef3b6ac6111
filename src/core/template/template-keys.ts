import type { ReferenceKey } from './reference.ts'

/**
 * State keys that a template requires: `name` and `user:city` for `{name} {user:city.zip} {tone?}`; `string` for a
 * template that is not known to the types. The grammar is that of `parseTemplate`; the table in `test/template` checks
 * both.
 */
export type TemplateKeys<Template extends string> = Template extends string
  ? None extends Record<Template, unknown> // true for a pattern with unknown parts
    ? string
    : RequiredKey<Inside<Part<Template>>>
  : never

/** State keys that are optional in a template: `{key?}` and `{key|text}`. */
export type OptionalTemplateKeys<Template extends string> = Template extends string
  ? None extends Record<Template, unknown>
    ? string
    : OptionalKey<Inside<Part<Template>>>
  : never

type None = Record<never, never>

// Four parts at a time, because TypeScript limits the recursion of a type to a thousand steps.
/** Parts of a template, cut after each closing brace; each has at most one slot, at its end. */
type Part<
  Template,
  Parts = never,
> = Template extends `${infer A}}${infer B}}${infer C}}${infer D}}${infer Rest}`
  ? Part<Rest, Parts | A | B | C | D>
  : Template extends `${infer A}}${infer Rest}`
    ? Part<Rest, Parts | A>
    : Parts

/** Text from the last brace of a part to its end, if that brace opens a slot. */
type Inside<Text> = Text extends Uncommon
  ? InsideLast<Text>
  : Text extends `${string}{${infer Last}`
    ? Last
    : never

type InsideLast<Text> = Text extends `${infer Before}{${infer After}`
  ? After extends `{${infer Rest}`
    ? InsideLast<Rest> // `{{` is an escaped brace
    : After extends Opening
      ? InsideLast<After>
      : Before extends Shield
        ? never
        : After
  : never

type RequiredKey<Slot> = Slot extends MayBeMissing ? never : ReferenceKey<Slot>

type OptionalKey<Slot> = Slot extends MayBeMissing
  ? Slot extends `${infer Reference}|${string}`
    ? ReferenceKey<Reference>
    : Slot extends `${infer Reference}?`
      ? ReferenceKey<Reference>
      : never
  : never

// Named types, because TypeScript would build an inline pattern again for every template.
type Opening = `${string}{${string}`
type Shield = `${string}$`
type Uncommon = `${string}{${string}{${string}` | `${string}\${${string}`
type MayBeMissing = `${string}|${string}` | `${string}?`
