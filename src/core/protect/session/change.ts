/**
 * The use of a value: data of the user; a record, whose own fields have names that a format gave them; a copy, in a provider's
 * form, of words that the part has elsewhere; or a name, which is shown before a detector that answers later looked at it.
 */
export type ValueUse = 'data' | 'record' | 'copy' | 'name'

/** Changes a text or a JSON value of a part. It is called for each that a request may show. */
export type ChangeValue = <Value>(value: Value, use: ValueUse) => Value
