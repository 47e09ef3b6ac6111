import type { ContextKeys } from '../context/policy/keys.ts'
import type { SchemaInputOf } from '../schema/schema-input.ts'
import type { TemplateKeys } from '../template/template-keys.ts'
import type { Agent } from './agent.ts'
import type { AgentLinks } from './agent-links.ts'
import type { AgentInput } from './read-agent.ts'

/** Agent type inferred from a declaration. Parts of the type that the declaration does not determine are `string`. */
export type AgentOf<Given> = Given extends { readonly name: infer Name extends string }
  ? Agent<
      Name,
      ReadsOf<Given, Expected<Given>>,
      Output<Given> | ToolWrites<Given> | Remembered<Given>,
      AgentLinks<
        Output<Given>,
        Expected<Given> | ExpectedBy<Child<Given>>,
        NeededBy<Child<Given>>,
        AnswerOf<Given>
      >
    >
  : Agent

/** Type of a property of a declaration; `never` if the declaration lacks the property. */
type Field<Given, Key> = Key extends keyof Given ? Exclude<Given[Key], undefined> : never

/** Type of a list's items; `never` if the type is not a list. */
type Item<List> = List extends readonly (infer One)[] ? One : never

type Output<Given> = Extract<Field<Given, 'outputKey'>, string>
/** Type of the answer in the state: a text, or the type that its schema describes. */
type AnswerOf<Given> = [Output<Given>] extends [never]
  ? never
  : [Field<Given, 'outputSchema'>] extends [never]
    ? string
    : AnswerInput<Field<Given, 'outputSchema'>>

// The state stores the answer as the model wrote it, without the schema's transforms. So the type is the schema's input
// type.
type AnswerInput<Schema> = Schema extends { readonly '~standard': unknown }
  ? SchemaInputOf<Schema>
  : Schema extends { readonly schema: infer Inner }
    ? SchemaInputOf<Inner>
    : SchemaInputOf<Schema>

type Expected<Given> = Extract<Item<Field<Given, 'expects'>>, string>

// If it is unknown which keys a session provides, the agent may read any key.
type ReadsOf<Given, Expects> = string extends Expects
  ? string
  :
      | TextKeys<Field<Given, 'instruction'>>
      | TextKeys<Field<Given, 'globalInstruction'>>
      | ContextKeys<Field<Given, 'context'>>
      | Exclude<Known<ToolKeys<Given, 'reads'>>, ToolWrites<Given>>

/** Keys that an instruction reads; `string` for a function, because its reads are unknown. */
type TextKeys<Instruction> = Instruction extends string ? TemplateKeys<Instruction> : string

type Known<Key> = string extends Key ? never : Key

/** Keys that memory rules of `ctxc/remember` write. */
type Remembered<Given> = Extract<Field<Item<Field<Given, 'remember'>>, 'key'>, string>

type ToolWrites<Given> = ToolKeys<Given, 'writes'>
type ToolKeys<Given, Kind extends 'reads' | 'writes'> = KeysOfTool<Item<Field<Given, 'tools'>>, Kind>
type KeysOfTool<Tool, Kind> = Tool extends { readonly name: string }
  ? Extract<Item<Field<Tool, Kind>>, string>
  : never

type Child<Given> = TypedAgent<NotAny<Item<Field<Given, 'subAgents'>>>>
/** Sub-agent of a known type; `never` if the type allows any agent. */
type NotAny<Child> = AgentInput extends Child ? never : Child
type ExpectedBy<Child> = Child extends Agent<string, string, string, infer Links> ? Links['expects'] : never
type NeededBy<Child> =
  Child extends Agent<infer Name, infer Reads, string, infer Links>
    ? readonly [`agent '${Name}'`, Reads] | Links['below']
    : never

/** Agent whose type lists the keys that the agent reads; for an agent in plain data, its fields determine the keys. */
export type TypedAgent<Given> = Given extends unknown
  ? '~keys' extends keyof Given
    ? Given
    : AgentOf<Given>
  : never
