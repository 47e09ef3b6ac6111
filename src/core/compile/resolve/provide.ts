import type { Agent } from '../../agent/agent.ts'
import {
  type Instruction,
  type InstructionContext,
  type InstructionProvider,
  isMarkedAsData,
  isWrittenByFunction,
  type ProviderReference,
} from '../../agent/instruction.ts'
import { untilAborted } from '../../effect/until-aborted.ts'
import { Path } from '../../form/path.ts'
import type { PlacedAgent } from '../../program/placed.ts'
import type { Session } from '../../session/session.ts'
import { lastUserMessage } from '../../state/last-user.ts'
import { readRecordingView } from '../../state/view.ts'
import { isPromptText, type PromptText } from '../../template/prompt-text.ts'
import { isPromise } from '../../text/promise.ts'
import { reasonOf } from '../../text/reason.ts'
import type { CompileOptions } from '../contract/options.ts'
import { loaderFor } from './load-module.ts'

/** Instruction that a function wrote, or the reason why the function failed. */
export type Written = WrittenText | { readonly failed: string }

/** Instruction that a function wrote, with a record of the inputs that the function read. */
export interface WrittenText {
  /**
   * Text of the instruction. If the function returned a string, this is a plain string, which may quote untrusted text.
   */
  readonly text: string | PromptText
  /** State keys that the function read. */
  readonly reads: readonly string[]
  /** Whether the function read the user's last message. */
  readonly heard: boolean
}

/** Instructions that functions wrote for this compile. */
export interface Provided {
  readonly global?: Written
  readonly own?: Written
}

type Provider = InstructionProvider<readonly unknown[]>

/** Returns the input of an instruction function, and a function that lists the inputs read so far. */
function providerContext(
  { name, description }: Agent,
  session: Session,
  now: number | undefined,
): { readonly context: InstructionContext; readonly looked: () => Omit<WrittenText, 'text'> } {
  const { state, reads } = readRecordingView(session.state)
  let heard = false
  const context = {
    state,
    agent: { name, ...(description !== undefined && { description }) },
    get lastUserText() {
      heard = true
      return lastUserMessage(session)?.text ?? null
    },
    now: now ?? null,
  }
  return { context, looked: () => ({ reads: [...reads], heard }) }
}

/**
 * Calls the functions that write an agent's instructions. Never throws. If a function throws, its error is its result,
 * even if the signal aborts before the function has finished.
 */
export async function writeInstructions(
  { agent, root }: Pick<PlacedAgent, 'agent' | 'root'>,
  session: Session,
  { now, allowImport, signal }: Pick<CompileOptions, 'now' | 'allowImport' | 'signal'>,
): Promise<Provided> {
  const writeIfFunction = async (instruction: Instruction | undefined): Promise<Written | undefined> => {
    if (!isWrittenByFunction(instruction)) return undefined
    const { context, looked } = providerContext(agent, session, now)
    const made = await writeInstruction(instruction, context, { allowImport, signal })
    return 'failed' in made ? made : { ...made, ...looked() }
  }
  const [global, own] = await Promise.all([
    writeIfFunction(root.globalInstruction),
    writeIfFunction(agent.instruction),
  ])
  return { ...(global && { global }), ...(own && { own }) }
}

/** Options of `compile` that apply to instruction functions. */
interface Given {
  readonly allowImport: CompileOptions['allowImport']
  readonly signal: AbortSignal | undefined
}

/**
 * Waits until a function's promise is fulfilled or the signal aborts. A value that is returned synchronously is
 * accepted even after the abort.
 */
const awaitUntilAborted = <Value>(
  made: Value | Promise<Value>,
  signal: AbortSignal | undefined,
): Value | Promise<Value> =>
  signal !== undefined && isPromise(made) ? untilAborted(made as Promise<Value>, signal) : made

async function writeInstruction(
  instruction: Exclude<Instruction, string>,
  context: InstructionContext,
  { allowImport, signal }: Given,
): Promise<Pick<WrittenText, 'text'> | { readonly failed: string }> {
  try {
    const [provider, args] = await awaitUntilAborted(instructionCall(instruction, allowImport), signal)
    const text = await awaitUntilAborted<unknown>(provider(context, ...args), signal)
    return typeof text === 'string' || isPromptText(text)
      ? { text }
      : { failed: `it gave ${typeNameOf(text)}, and not a text` }
  } catch (error) {
    return { failed: reasonOf(error) }
  }
}

/** Instruction function, and the arguments that it gets after the context. */
type Call = readonly [Provider, readonly unknown[]]

function instructionCall(
  instruction: Exclude<Instruction, string>,
  allowImport: CompileOptions['allowImport'],
): Call | Promise<Call> {
  if (typeof instruction === 'function') return [instruction as Provider, []]
  if (Array.isArray(instruction)) return [instruction[0] as Provider, instruction.slice(1)]
  return importProvider(instruction as ProviderReference, allowImport)
}

async function importProvider(
  reference: ProviderReference,
  allowImport: CompileOptions['allowImport'],
): Promise<Call> {
  const { module, export: name = 'default', args = [] } = reference
  const found = await loaderFor(allowImport, isMarkedAsData(reference))(module)
  const provider = Object.hasOwn(found, name) ? found[name] : undefined
  if (typeof provider !== 'function') throw Path.named(module).wrong(`has no function '${name}'`)
  return [provider as Provider, args]
}

const typeNameOf = (value: unknown): string => (value === null ? 'null' : typeof value)
