import type { ReferenceKey } from './reference.ts'

/**
 * The state keys that a template has to find: `name` and `user:city` of `{name} {user:city.zip} {tone?}`; `string` for a
 * template that the types do not know. The grammar is that of `parseTemplate`, held by the table in `test/template`.
 */
export type TemplateKeys<Template extends string> = Template extends string
  ? None extends Record<Template, unknown> // what is not known in full asks for no certain property
    ? string
    : RequiredKey<Inside<Part<Template>>>
  : never

/** The state keys that a template does without where they are missing: `{key?}` and `{key|text}`. */
export type OptionalTemplateKeys<Template extends string> = Template extends string
  ? None extends Record<Template, unknown>
    ? string
    : OptionalKey<Inside<Part<Template>>>
  : never

type None = Record<never, never>

// Four at a time, because a type goes a thousand steps.
/** A template cut at its closing braces: each part holds one slot at most, at its end. */
type Part<
  Template,
  Parts = never,
> = Template extends `${infer A}}${infer B}}${infer C}}${infer D}}${infer Rest}`
  ? Part<Rest, Parts | A | B | C | D>
  : Template extends `${infer A}}${infer Rest}`
    ? Part<Rest, Parts | A>
    : Parts

/** Text between a part's last brace and its end, where that brace opens a slot. */
type Inside<Text> = Text extends Uncommon
  ? InsideLast<Text>
  : Text extends `${string}{${infer Last}`
    ? Last
    : never

type InsideLast<Text> = Text extends `${infer Before}{${infer After}`
  ? After extends `{${infer Rest}`
    ? InsideLast<Rest> // an escape
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

// Each has a name of its own: a pattern inside a generic type is made anew for every template.
type Opening = `${string}{${string}`
type Shield = `${string}$`
type Uncommon = `${string}{${string}{${string}` | `${string}\${${string}`
type MayBeMissing = `${string}|${string}` | `${string}?`
