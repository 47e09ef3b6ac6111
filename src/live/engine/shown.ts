import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/**
 * Conversion of the engine's content to the form that the model sees, with protected values replaced. Depends on the
 * conversation's log.
 */
export interface EngineLens {
  /** Version of the conversion. It grows whenever results may have changed. */
  readonly version: number
  /** Sentence that explains the placeholders, for the end of the instruction; empty for none. */
  readonly meaning: string
  /** Returns state values in the form that the model sees. */
  values(values: JsonObject): JsonObject
  /** Returns a text of the user or the model in the form that the model sees. */
  said(said: SaidText): string
  /** Returns the result of a call in the form that the model sees. */
  result(call: string, value: JsonValue): JsonValue
  /** Returns a value that is not logged, in the form that the model sees. */
  data<Value>(value: Value): Value
  /** Returns a declaration, such as one of a tool, in the form that the model sees. */
  declared<Value>(value: Value): Value
  /** Returns a text that was made from declarations and converted state values, in the form that the model sees. */
  text(text: string): string
}

/** Conversion for a conversation without protections: returns everything unchanged. */
export const asTheyAre: EngineLens = {
  ...{ version: 0, meaning: '' },
  values: values => values,
  said: ({ text }) => text,
  result: (_, value) => value,
  data: value => value,
  declared: value => value,
  text: text => text,
}
