import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/** Forms in which a model is shown what the engine holds. The log of the conversation, with its newest events, decides them. */
export interface EngineLens {
  /** Number that grows when another form may be given. */
  readonly version: number
  /** Line at the end of the instruction; empty for none. */
  readonly meaning: string
  /** Returns the state that texts for the model are written from. */
  values(values: JsonObject): JsonObject
  /** Returns a text that the user or the model said. */
  said(said: SaidText): string
  /** Returns the result of a call. */
  result(call: string, value: JsonValue): JsonValue
  /** Returns a value that the log does not hold. */
  data<Value>(value: Value): Value
  /** Returns a declared value, such as a tool. */
  declared<Value>(value: Value): Value
  /** Returns a text that was written from declarations and from the state that is shown. */
  text(text: string): string
}

/** Forms of a conversation in which nothing is protected. */
export const asTheyAre: EngineLens = {
  ...{ version: 0, meaning: '' },
  values: values => values,
  said: ({ text }) => text,
  result: (_, value) => value,
  data: value => value,
  declared: value => value,
  text: text => text,
}
