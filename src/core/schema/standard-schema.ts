/** Converter of a schema's input or output to JSON Schema. It may throw for a type that JSON Schema cannot express. */
export interface StandardConverter {
  readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>
  readonly output: (options: { readonly target: string }) => Readonly<Record<string, unknown>>
}

/**
 * Schema of any library that follows the Standard Schema specification. Only its shape is required, so none of the
 * libraries is a dependency. zod 4.2, arktype 2.1.28 and later versions convert themselves to JSON Schema. A valibot
 * schema does so once wrapped with `toStandardJsonSchema()` of `@valibot/to-json-schema`.
 *
 * @example
 * import type { StandardSchema } from 'ctxc'
 * import { z } from 'zod'
 *
 * const city: StandardSchema<{ city: string }> = z.object({ city: z.string() })
 * console.log(city['~standard'].vendor) // zod
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: StandardConverter
  }
}
