const words =
  'string number integer boolean object properties required additionalProperties description default examples format pattern ' +
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties ' +
  'maxProperties prefixItems contains minContains maxContains patternProperties propertyNames dependentRequired dependentSchemas ' +
  'unevaluatedItems unevaluatedProperties deprecated readOnly writeOnly nullable definitions parameters function'

/** Words used in schemas and tool declarations, without short words, which are never replaced everywhere. */
export const schemaWords: ReadonlySet<string> = new Set(words.split(' '))
