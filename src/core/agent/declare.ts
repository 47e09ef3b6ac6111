import type { ContextInput } from '../context/policy/built.ts'
import { Path } from '../form/path.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import type { Agent } from './agent.ts'
import type { AgentOf } from './agent-of.ts'
import type { AgentDeclaration } from './declaration.ts'
import type { Instruction } from './instruction.ts'
import { type AgentInput, readAgent } from './read-agent.ts'
import type { OutputSchemaInput } from './read-output-schema.ts'
import type { ToolInputs } from './tool-input.ts'

/**
 * Declares an agent. Tools and schemas may come from any library (`ToolInput`, `SchemaInput`). Apart from its
 * functions, an agent is plain data. Its type lists the state keys that it reads and writes, as far as its texts are
 * literal types.
 *
 * Throws a TypeError that names the offending path if the declaration is invalid.
 *
 * @example
 * import { agent } from 'ctxc'
 *
 * const weather = agent({ name: 'weather', instruction: 'You handle weather queries.', description: 'Knows the weather' })
 * const router = agent({ name: 'router', instruction: 'Route requests.', subAgents: [weather] })
 * console.log(router.subAgents?.[0]?.name) // weather
 */
export const agent = <
  const Name extends string,
  // No default type here, because TypeScript would use the default for the parameters of an instruction function.
  const Own extends Instruction,
  const Global extends Instruction,
  const Tools extends ToolInputs,
  const SubAgents extends readonly AgentInput[],
  const Output extends string = never,
  const Expects extends string = never,
  const Context extends ContextInput = never,
  const Shown extends Agent['includeContents'] = never,
  const Rules extends readonly MemoryRule[] = never,
  Schema extends OutputSchemaInput = never,
>(
  declaration: AgentDeclaration<
    Name,
    Own,
    Global,
    Tools,
    SubAgents,
    Output,
    Expects,
    Context,
    Shown,
    Rules,
    Schema
  >,
): AgentOf<{
  readonly name: Name
  readonly instruction: Said<Own, Instruction>
  readonly globalInstruction: Said<Global, Instruction>
  readonly tools: Said<Tools, ToolInputs>
  readonly subAgents: Said<SubAgents, readonly AgentInput[]>
  readonly outputKey: Output
  readonly outputSchema: Said<Schema, OutputSchemaInput>
  readonly remember: Said<Rules, readonly MemoryRule[]>
  readonly expects: readonly Expects[]
  readonly context: Context
}> => readAgent(declaration, Path.named('agent')) as never

/**
 * Inferred type. If the declaration omits the property, TypeScript infers the whole constraint, which becomes `never`
 * here.
 */
type Said<Given, All> = [All] extends [Given] ? never : Given
