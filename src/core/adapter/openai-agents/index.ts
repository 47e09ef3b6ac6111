import type { AgentInputItem, CallModelInputFilter } from '@openai/agents-core'
import { compileForm } from '../../compile/contract/assert-options.ts'
import type { CompileOptions } from '../../compile/contract/options.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { labelsOf } from '../../context/source/sources.ts'
import { ContextError } from '../../diag/context-error.ts'
import { assertFunction } from '../../form/check.ts'
import { assertOptionsAlone, type OptionsForm, readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import { inferTarget } from '../../vendor/infer.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { idOfCall } from '../conversation-storage.ts'
import { Learner } from '../learner.ts'
import {
  agentPolicy,
  memoryOptions,
  ownerOfCall,
  type PolicyOptions,
  policyChecks,
  showsParts,
} from '../policy-options.ts'
import { rewriteMessages } from '../rewrite.ts'
import { Threads } from '../threads.ts'
import { unnumberedMemories } from '../unnumbered-memories.ts'
import { declaredSchema, declaredTools } from './agent.ts'
import { agentsDialect } from './dialect.ts'
import { isResult, removeRepeatedIds } from './doubles.ts'
import { calledModel } from './model.ts'
import { isProtectedModel, protectionsOf } from './protected-model.ts'
import { readCallInput } from './read-input.ts'
import { isStoredBlock } from './stored-blocks.ts'

/** Options for compiling the input of an agent's model call. */
export interface AgentsOptions
  extends Pick<CompileOptions, 'budget' | 'model' | 'modelRows' | 'count' | 'bound' | 'whenIdle'>,
    Pick<PolicyOptions, 'context' | 'memory' | 'learn' | 'owner' | 'conversation' | 'waitUntil'> {
  /** API of the model, if the model id does not determine it; Responses when omitted. */
  readonly target?: Exclude<CompileOptions['target'], 'text' | undefined>
  /** Called after every compile, including failed ones. */
  readonly onCompiled?: (compiled: Compiled) => void
}

const { budget, model, modelRows, count, bound, whenIdle, target } = compileForm.takes

const { context, memory, learn, owner, conversation, waitUntil } = policyChecks

const form: OptionsForm<AgentsOptions> = {
  takes: {
    ...{ budget, model, modelRows, count, bound, whenIdle, target, onCompiled: assertFunction },
    ...{ context, memory, learn, owner, conversation, waitUntil },
  },
  advice: { protect: 'the SDK stores what a filter returns, so wrap the model with protectedModel' },
}

/** Whether only a model can have written an item of this type. */
const isModels = (item: AgentInputItem): boolean =>
  item.type === 'message' || item.type === undefined
    ? 'role' in item && item.role === 'assistant'
    : !isResult(item)

/**
 * Returns a `callModelInputFilter` for the OpenAI Agents SDK. Before each model call it compiles the input, so that the
 * call is legal and within budget. The state of the run is not changed. Items that need no change are sent as the same
 * objects. If no request can be made, the run fails with a `ContextError` that lists the reasons.
 *
 * Input for a conversation that the server keeps is passed on unchanged, because it lacks the calls of its results.
 *
 * @example
 * import { Agent, Runner } from '@openai/agents-core'
 * import { contextCompiler } from 'ctxc/openai-agents'
 *
 * const agent = new Agent({ name: 'clerk', model: 'gpt-5.4', instructions: 'Be brief.' })
 * const runner = new Runner({ callModelInputFilter: contextCompiler({ budget: 16_000 }) })
 * console.log(agent.name, typeof runner.run)
 */
export function contextCompiler(
  options: AgentsOptions = {},
  ...others: readonly never[]
): CallModelInputFilter {
  assertOptionsAlone(others, 'contextCompiler')
  readOptions(form, options, 'contextCompiler')
  const {
    onCompiled,
    context: _context,
    memory,
    learn: _learn,
    owner: ownerOf,
    conversation: named,
    waitUntil: _waitUntil,
    ...chosen
  } = options
  const policy = agentPolicy(options, 'contextCompiler')
  const sources = labelsOf(policy.context)
  const threads = new Threads()
  const calls = new AnsweredCalls()
  const learner = new Learner(options)
  const filter: CallModelInputFilter = async call => {
    const { modelData, agent, context } = call
    const { instructions } = modelData
    if (isProtectedModel(agent.model) && showsParts(policy))
      throw Path.options('contextCompiler')
        .in('context')
        .wrong('lists names or expands, and the model is protected', {
          help: 'a value of which only a part is left is not recognized: compact without at, names and expand',
        })
    // A stored session may contain anything, also items that are no objects.
    const input = modelData.input.filter(item => isObject(item) && !isStoredBlock(item, sources))
    if (input.some(isResult) && !input.some(isModels)) return modelData
    const called = calledModel(agent)
    const model = chosen.model ?? called.id
    const target =
      chosen.target ?? inferTarget(model ?? null, called.api ?? 'openai') ?? called.api ?? 'openai'
    const owner = ownerOfCall(ownerOf, call)
    const names = { owner, conversation: idOfCall(named, call) }
    const protect = protectionsOf(agent.model)
    // The filter's input has the real values, so only what is recalled is protected here.
    const found = memoryOptions(memory && unnumberedMemories(memory, protect), owner)
    const id = found.memory === undefined ? undefined : names.conversation
    const conversation = readCallInput(input, { instructions, called, model, target, id })
    const tools = calls.mark(declaredTools(agent as unknown as Readonly<Record<string, unknown>>))
    const outputSchema = declaredSchema(agent.outputType)
    const { compiled, session, placeOf, before } = await threads.compile(
      {
        ...conversation,
        agent: { ...conversation.agent, ...policy, tools, ...(outputSchema && { outputSchema }) },
      },
      { ...chosen, target, ...found },
      { id: names.conversation, owner, reports: learner.report(names) },
    )
    if (!compiled.ok) {
      onCompiled?.(compiled)
      throw new ContextError(compiled.diagnostics)
    }
    const { leading } = conversation
    const sent = rewriteMessages(session, compiled, agentsDialect(session, input, placeOf))
    onCompiled?.(sent.compiled)
    calls.keepRun(context, compiled, before)
    // A filter sees no answer: it is added with the next call of the conversation.
    learner.start({ session, placeOf, protect, ...names })
    return { ...modelData, input: [...input.slice(0, leading), ...removeRepeatedIds(sent.messages, target)] }
  }
  // The filter never changes the items, so the framework does not have to copy them.
  filter.preserveInputIdentity = true
  calls.attachTo(filter)
  return filter
}

export { ContextError } from '../../diag/context-error.ts'
export type { AdapterExpandOptions } from '../answered-calls.ts'
export type { ConversationId, NamedCall } from '../conversation-storage.ts'
export type { OwnValues, OwnValuesOptions } from '../own-values.ts'
export type { OwnerOfCall } from '../policy-options.ts'
export type { RevealedArguments } from '../revealed-arguments.ts'
export { expandTool } from './expand-tool.ts'
export { ownValues } from './own-values.ts'
export { type ProtectedModelOptions, protectedModel } from './protected-model.ts'
export { revealTools } from './reveal-tools.ts'
