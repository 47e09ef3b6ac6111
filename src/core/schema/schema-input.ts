import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { StandardSchema } from './standard-schema.ts'

/** Schema in the AI SDK's own form, as `jsonSchema()` and `zodSchema()` return it. */
export interface AISDKSchema<Output = unknown> {
  readonly _type: Output
  readonly jsonSchema: unknown
}

/**
 * JSON Schema as an object, whatever type a library gives it. The keywords listed here only distinguish it from other
 * objects.
 */
export type JSONSchemaInput =
  | {
      readonly type?: unknown
      readonly properties?: unknown
      readonly anyOf?: unknown
      readonly oneOf?: unknown
      readonly allOf?: unknown
      readonly enum?: unknown
      readonly $ref?: unknown
    }
  | Readonly<Record<string, unknown>>

/**
 * Schema in a declaration: JSON Schema as an object; a schema of a library that follows Standard Schema (zod, valibot,
 * arktype and others); a schema of the AI SDK, or a function that returns one.
 *
 * @example
 * import type { SchemaInput } from 'ctxc'
 * import { z } from 'zod'
 *
 * const schemas: SchemaInput[] = [{ type: 'string' }, z.object({ city: z.string() })]
 * console.log(schemas.length)
 */
export type SchemaInput = StandardSchema | AISDKSchema | (() => AISDKSchema) | JSONSchemaInput

/** Type of a schema's input, which the model writes; any JSON value for plain JSON Schema. */
export type SchemaInputOf<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined }
}
  ? Declared<Input>
  : Schema extends AISDKSchema<infer Output> | (() => AISDKSchema<infer Output>)
    ? Declared<Output>
    : JsonValue

type Declared<Type> = unknown extends Type ? JsonValue : Type

/** Type of a schema's output after validation, which `execute` gets; an object for plain JSON Schema. */
export type SchemaOutput<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : Schema extends AISDKSchema<infer Output> | (() => AISDKSchema<infer Output>)
    ? Output
    : JsonObject
