import type { AgentInputItem, ModelRequest } from '@openai/agents-core'
import { AgentCompiler } from '../../compile/agent-compiler.ts'
import type { AgentLens } from '../../compile/agent-lens.ts'
import { ContextError } from '../../diag/context-error.ts'
import type { Conversation } from '../../from/conversation.ts'
import type { Protection } from '../../ir/protection.ts'
import { readProgram } from '../../program/read-program.ts'
import type { Session } from '../../session/session.ts'
import { ProtectedForms } from '../protected-forms.ts'
import { removeItemId } from './dialect.ts'
import { isResult } from './doubles.ts'
import { calledModel } from './model.ts'
import { readCallInput } from './read-input.ts'

/** Fields of a request that the app declares. They contain no text of the conversation. */
const declared = ['modelSettings', 'tools', 'outputType', 'handoffs', 'prompt'] as const

const textBlock = (text: string): object => ({ type: 'input_text', text })

/** Request without the values that the model may not see, and the view from which it was made. */
export interface ProtectedRequest {
  readonly sent: ModelRequest
  readonly lens: AgentLens
}

/** Returns a request without the values that the model may not see. */
export async function protectedRequest(
  request: ModelRequest,
  model: object,
  protect: readonly Protection[],
): Promise<ProtectedRequest> {
  const { input, systemInstructions: instructions, signal = new AbortController().signal } = request
  const items: readonly AgentInputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  const called = calledModel({ model: model as never })
  const target = called.api ?? 'openai'
  const conversation = readCallInput(items, { instructions, called, model: called.id, target })
  const compiler = new AgentCompiler(readProgram(conversation), { protect })
  const { name } = conversation.agent
  const lensOf = (session: Session): AgentLens => compiler.agentLensOf(name, session)
  let session = conversation.session
  let lens = lensOf(session)
  let sent = protectAllContent(request, items, conversation, lens)
  const found = lens.isWaiting ? await compiler.runAsyncDetectors(name, session, signal) : []
  if (found.length > 0) {
    session = session.append(...found)
    lens = lensOf(session)
    sent = protectAllContent(request, items, conversation, lens)
  }
  const needed = conversation.session.length - 1
  const errors = lens.diagnostics([needed]).filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new ContextError(errors)
  return { sent, lens }
}

/** Returns a request in which all content is replaced by its protected form. */
function protectAllContent(
  request: ModelRequest,
  items: readonly AgentInputItem[],
  { session, leading }: Conversation<'openai'>,
  lens: AgentLens,
): ModelRequest {
  if (lens.isClear) return request
  const forms = new ProtectedForms(lens)
  const { systemInstructions: own } = request
  const instruction = own === undefined || own === '' ? [] : [forms.declared(own)]
  return {
    ...request,
    systemInstructions: [...instruction, forms.meaning].join('\n\n'),
    input: protectInputItems(forms, session, items, leading),
    ...Object.fromEntries(
      declared.filter(part => request[part] !== undefined).map(part => [part, forms.declared(request[part])]),
    ),
  }
}

/**
 * Returns items in their protected forms. Reasoning that contains a protected value is dropped, because a model accepts
 * its reasoning only unchanged.
 */
function protectInputItems(
  forms: ProtectedForms,
  session: Session,
  items: readonly AgentInputItem[],
  leading: number,
): AgentInputItem[] {
  // The API refuses the original ids of items whose preceding reasoning was dropped.
  let isBereft = false
  return items.flatMap((item, index): AgentInputItem[] => {
    if (index < leading) return [forms.declared(item)]
    const { providerData } = item
    const safe = forms.message(session.event(index - leading), item as { readonly output?: unknown }, {
      data: providerData === undefined ? [] : [providerData],
      textBlock,
    }) as AgentInputItem
    if (item.type === 'reasoning' && safe !== item) {
      isBereft = true
      return []
    }
    if ('role' in item && item.role !== 'assistant') isBereft = false
    return [isBereft && !isResult(item) ? removeItemId(safe) : safe]
  })
}
