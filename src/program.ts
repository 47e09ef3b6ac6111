/** Programs as JSON: functions that read and write them, and the JSON Schema. */

export { type ParsedProgram, parseProgram } from './cli/data/parse-program.ts'
export { programSchema } from './cli/data/schema.ts'
export { type WrittenProgram, writeProgram } from './cli/data/write-program.ts'
export type { AISDKToolSet, MCPTool, MCPToolList, ToolInputs } from './core/agent/tool-input.ts'
export type { Declared } from './core/program/program.ts'
export type { OpenRoute } from './core/program/route.ts'
export type { Fitting, MemberInput, MemberOf, MembersOf } from './core/program/types/fit.ts'
export type { AISDKSchema } from './core/schema/schema-input.ts'
export type { StandardConverter } from './core/schema/standard-schema.ts'
export type { Validated, Validator } from './core/schema/validator.ts'
export type { PromptPiece } from './core/template/prompt-text.ts'
