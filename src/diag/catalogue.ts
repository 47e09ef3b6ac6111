import type { Level } from './level.ts'

/** Every diagnostic: its level and a name that reads well after "allow". Codes are never reused. */
export const catalogue = {
  CX1001: ['error', 'key that nothing writes'],
  CX1002: ['warn', 'key not written on every way'],
  CX1005: ['error', 'route by a missing key'],
  CX1006: ['error', 'key read after it was removed'],
  CX1007: ['warn', 'key of a later round'],
  CX1008: ['error', 'branches that change one key'],
  CX2001: ['warn', 'value missing in an instruction'],
  CX2002: ['error', 'required value missing'],
  CX2003: ['error', 'instruction not written'],
  CX2004: ['warn', 'instruction left out'],
  CX3001: ['warn', 'call without a result'],
  CX3002: ['warn', 'result without a call'],
  CX3003: ['info', 'call id changed'],
  CX3004: ['warn', 'arguments that are not a JSON object'],
  CX3005: ['info', 'message without content'],
  CX3006: ['info', 'result that came late'],
  CX3007: ['warn', 'part in the wrong mouth'],
  CX3008: ['warn', 'message in an unknown form'],
  CX3009: ['info', 'blank text left out'],
  CX3010: ['info', 'characters that are no text'],
  CX4001: ['error', 'budget too small'],
  CX4002: ['info', 'no limit known'],
  CX4003: ['info', 'history trimmed'],
  CX5001: ['info', 'beginning of the request changed'],
  CX5002: ['info', 'plan not used'],
  CX6001: ['warn', 'text that looks like a fence'],
  CX6002: ['warn', 'untrusted value in an instruction'],
  CX6003: ['info', "model's value in an instruction"],
  CX7001: ['error', 'no target'],
  CX7002: ['info', 'no model'],
  CX7003: ['info', 'unknown model'],
  CX7004: ['info', 'filler message'],
  CX7005: ['error', 'nothing to answer'],
  CX7006: ['warn', 'late system text fenced'],
  CX7007: ['info', 'reasoning left out'],
  CX7008: ['warn', "provider's own item left out"],
  CX7009: ['info', 'producer of reasoning assumed'],
  CX7010: ['info', 'tools declared for the history'],
  CX7011: ['info', 'tool renamed'],
  CX7012: ['warn', 'setting the model rejects'],
  CX7013: ['warn', 'schema reduced'],
  CX7014: ['error', 'unsupported schema'],
  CX7015: ['warn', 'file that cannot travel'],
  CX7018: ['info', 'file moved'],
  CX7019: ['info', "provider's own fields left out"],
  CX7020: ['warn', 'output schema in words'],
  CX7016: ['error', 'request rule broken'],
  CX7017: ['error', 'tools the model cannot have'],
  CX9101: ['error', 'required key missing'],
  CX9102: ['error', 'guard not met'],
  CX9103: ['error', 'state function threw'],
  CX9104: ['error', 'value the state cannot hold'],
  CX9105: ['info', 'state logged'],
  CX9106: ['error', 'no user message to capture'],
} as const satisfies Record<string, readonly [Level, string]>

/** A diagnostic's code. */
export type Code = keyof typeof catalogue

/** The short name of a code. */
export const nameOf = (code: Code): string => catalogue[code][1]

/** Whether a text is the code of a diagnostic. */
export const isCode = (text: string): text is Code => Object.hasOwn(catalogue, text)
