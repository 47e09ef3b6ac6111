const words =
  'string number integer boolean object properties required additionalProperties description default examples format pattern ' +
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties ' +
  'maxProperties prefixItems contains minContains maxContains patternProperties propertyNames dependentRequired dependentSchemas ' +
  'unevaluatedItems unevaluatedProperties deprecated readOnly writeOnly nullable definitions parameters function'

/** Words that schemas and declarations of tools are written in, as long as values that are replaced within other words. */
export const schemaWords: ReadonlySet<string> = new Set(words.split(' '))
