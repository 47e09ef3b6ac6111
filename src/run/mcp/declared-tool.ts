import { uncheckedKeywords } from '../../core/form/schema-problems.ts'
import { objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { cleanSchema, mostCharacters, visibleText } from './clean-text.ts'

/** Tool of a server's list, whose texts were cleaned and cut. */
export interface ListedTool {
  /** Name under which the server knows the tool. */
  readonly name: string
  readonly description: string
  readonly parameters: Record<string, unknown>
  /** Schema of the arguments, as the server wrote it. */
  readonly inputSchema: { readonly type: 'object' }
  /** Whether the server claims that the tool changes nothing. */
  readonly isReadOnly: boolean
  /** Whether the server claims that a repeated call has no further effect. */
  readonly isIdempotent: boolean
}

const noParameters = { type: 'object', properties: {} }

/** Reads a tool of a server's list; null for a tool without a name. `note` gets a report of each dropped part. */
export function readListedTool(listed: unknown, note: (problem: string) => void): ListedTool | null {
  const { name, title, description, inputSchema, annotations } = objectOr(listed)
  if (typeof name !== 'string' || name === '') {
    note('a tool without a name was left out')
    return null
  }
  const { readOnlyHint, idempotentHint } = objectOr(annotations)
  const text = stringOr(description) || stringOr(title) || stringOr(objectOr(annotations).title)
  return {
    name,
    description: visibleText(text, mostCharacters.description),
    parameters: cleanParameters(inputSchema, name, note),
    inputSchema: { ...objectOr(inputSchema), type: 'object' },
    isReadOnly: readOnlyHint === true,
    isIdempotent: idempotentHint === true,
  }
}

function cleanParameters(
  schema: unknown,
  name: string,
  note: (problem: string) => void,
): Record<string, unknown> {
  if (!isObject(schema)) {
    note(`the schema of '${visibleText(name, 80)}' is no object, so the tool is declared without parameters`)
    return noParameters
  }
  const cleaned = cleanSchema(schema)
  if (cleaned === null)
    note(`the schema of '${visibleText(name, 80)}' is too large or hides signs, so the tool takes any object`)
  const { $schema: _, ...rest }: Raw = cleaned ?? {}
  const properties = isObject(rest.properties) ? rest.properties : {}
  const parameters = { ...rest, type: 'object', properties } as JsonObject
  const unchecked = uncheckedKeywords(parameters)
  if (unchecked.length > 0)
    note(
      `the schema of '${visibleText(name, 80)}' has parts that only the server can check: ${visibleText(unchecked.slice(0, 5).join(', '), 300)}`,
    )
  return parameters
}
