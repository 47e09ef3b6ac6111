import { type Fields, fieldsOf, isFields, listOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { PromptFacts } from './facts.ts'

const openaiOptions = (holder: unknown): Fields => {
  const { openai, azure } = fieldsOf(fieldsOf(holder).providerOptions)
  return fieldsOf(isFields(azure) ? azure : openai)
}

/** Returns the types of the items that OpenAI's converter makes of a system message's options, in its order. */
export function itemsOf(message: unknown): readonly string[] {
  const { role } = fieldsOf(message)
  const { reasoningEffortUpdate, textFormatUpdate, additionalTools } = openaiOptions(message)
  if (role !== 'system') return []
  const isUpdate = (reasoningEffortUpdate ?? textFormatUpdate ?? null) !== null
  const tools = listOfShape(additionalTools)
  return [...(isUpdate ? ['update'] : []), ...(tools.length > 0 ? ['tools'] : [])]
}

/**
 * Checks the configuration updates of a prompt for OpenAI (rule S25), each of which makes the call throw. Source:
 * @ai-sdk/openai 4.0.118 openai-responses-language-model.
 */
export function checkUpdates(request: Fields, { converter }: PromptFacts, report: ReportViolation): void {
  if (converter !== 'openai') return
  const { reasoningMode, contextManagement, truncation } = openaiOptions(request)
  const isRefused = reasoningMode === 'pro' || Array.isArray(contextManagement) || truncation === 'auto'
  const messages = listOfShape(request.messages)
  messages.forEach((message, at) => {
    const items = itemsOf(message)
    if (items.length === 0) return
    if (fieldsOf(message).content !== '')
      report('S25', `/messages/${at}`, 'a change requires empty system message content')
    if (isRefused && items.includes('update'))
      report('S25', `/messages/${at}`, 'Configuration updates require standard reasoning mode')
    if (items.at(-1) === 'update' && itemsOf(messages[at + 1])[0] === 'update')
      report('S25', `/messages/${at}`, 'Configuration updates cannot be consecutive')
  })
}
