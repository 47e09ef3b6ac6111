import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/**
 * Conversion of the engine's content to the form that the model sees. It depends on the conversation's log, up to the
 * newest event.
 */
export interface EngineLens {
  /** Version number, which grows whenever the conversion may give another result. */
  readonly version: number
  /** Line that explains the form, at the end of the instruction; empty for none. */
  readonly meaning: string
  /** Returns the state values for texts that the model reads, with protected values replaced. */
  values(values: JsonObject): JsonObject
  /** Returns a text of the user or the model in the model's form. */
  said(said: SaidText): string
  /** Returns the result of a call in the model's form. */
  result(call: string, value: JsonValue): JsonValue
  /** Returns a value that is not in the log, in the model's form. */
  data<Value>(value: Value): Value
  /** Returns a declared value, such as a tool, in the model's form. */
  declared<Value>(value: Value): Value
  /** Returns the model's form of a text that was written from declarations and converted state. */
  text(text: string): string
}

/** Conversion for a conversation without protections: everything stays unchanged. */
export const asTheyAre: EngineLens = {
  ...{ version: 0, meaning: '' },
  values: values => values,
  said: ({ text }) => text,
  result: (_, value) => value,
  data: value => value,
  declared: value => value,
  text: text => text,
}
