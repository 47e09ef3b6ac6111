// Checked by tsc: the argument type of `execute` follows from the parameters' schema, whichever library made it.
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { tool as aiTool, type JSONSchema7, jsonSchema, zodSchema } from 'ai'
import { type } from 'arktype'
import type { JsonObject, OutputSchemaInput, SchemaInput, SchemaOutput } from 'ctxc'
import { tool } from 'ctxc'
import type { ToolInputs } from 'ctxc/program'
import * as v from 'valibot'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(_?: T): void => undefined

const zod = z.object({ days: z.string().transform(Number), left: z.int().default(7) })
const valibot = toStandardJsonSchema(v.object({ days: v.number() }))
const ark = type({ days: 'number' })

holds<Equal<SchemaOutput<typeof zod>, { days: number; left: number }>>()
holds<Equal<SchemaOutput<typeof valibot>, { days: number }>>()
holds<Equal<SchemaOutput<typeof ark>, { days: number }>>()
holds<Equal<SchemaOutput<{ type: 'object' }>, JsonObject>>()

const a = tool({ name: 'a', parameters: zod, execute: ({ days, left }) => days.toFixed(left) })
const b = tool({ name: 'b', parameters: valibot, execute: ({ days }) => days.toFixed() })
const c = tool({ name: 'c', parameters: ark, execute: async ({ days }) => days.toFixed() })
const d = tool({
  name: 'd',
  parameters: jsonSchema<{ days: number }>({}),
  execute: ({ days }) => days.toFixed(),
})
const e = tool({ name: 'e', parameters: zodSchema(zod), execute: ({ days }) => days.toFixed() })
const f = tool({ name: 'f', parameters: { type: 'object' }, execute: input => input.days })
const g = tool({ name: 'g', reads: ['user:name'], writes: ['plan'] })
// @ts-expect-error: the schema has no such property
tool({ name: 'h', parameters: zod, execute: ({ weeks }) => weeks })
// @ts-expect-error: a tool has a name
tool({ parameters: zod })

holds<Equal<typeof a.name, 'a'>>()
holds<Equal<ReturnType<NonNullable<typeof a.execute>>, string>>()
holds<Equal<ReturnType<NonNullable<typeof c.execute>>, Promise<string>>>()
holds<Equal<typeof g.reads, readonly 'user:name'[] | undefined>>()

/** Answer to `tools/list` as the MCP SDK types it. */
declare const listed: {
  [x: string]: unknown
  tools: {
    name: string
    description?: string | undefined
    inputSchema: { [x: string]: unknown; type: 'object'; properties?: Record<string, object> | undefined }
    annotations?: { title?: string | undefined } | undefined
  }[]
  nextCursor?: string | undefined
}
const record = { weather: aiTool({ inputSchema: zod, execute: async ({ days }) => days }) }
export const inputs: readonly ToolInputs[] = [[a, b, c, d, e, f, g], [record, listed], record, listed]

declare const older: JSONSchema7
export const schemas: readonly SchemaInput[] = [zod, valibot, ark, older, z3.object({}), () => zodSchema(zod)]
export const outputs: readonly OutputSchemaInput[] = [zod, { name: 'plan', schema: older }]
