/** Makes JSON Schema of what a schema takes in, and of what comes out of it. May throw for what JSON Schema cannot say. */
export interface StandardConverter {
  readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>
  readonly output: (options: { readonly target: string }) => Readonly<Record<string, unknown>>
}

/**
 * A schema of any library that follows the Standard Schema specification, by its shape alone, so that none of them is
 * needed. zod 4.2 and arktype 2.1.28 and later say by themselves what they are as JSON Schema; a valibot schema does once
 * it went through `toStandardJsonSchema()` of `@valibot/to-json-schema`.
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
