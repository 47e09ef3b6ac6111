/** Programs as JSON: read, written, and the schema. */

export type { AISDKToolSet, MCPTool, MCPToolList, ToolInputs } from './agent/tool-input.ts'
export { type ParsedProgram, parseProgram } from './data/parse-program.ts'
export { programSchema } from './data/schema.ts'
export { type WrittenProgram, writeProgram } from './data/write-program.ts'
export type { Declared } from './program/program.ts'
export type { OpenRoute } from './program/route.ts'
export type { Fitting, MemberInput, MemberOf, MembersOf } from './program/types/fit.ts'
export type { AISDKSchema } from './schema/schema-input.ts'
export type { StandardConverter } from './schema/standard-schema.ts'
export type { Validated, Validator } from './schema/validator.ts'
export type { PromptPiece } from './template/prompt-text.ts'
