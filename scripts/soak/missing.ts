// Second, independent implementation of the texts that the model should have, from the state and the fake's view only.
import type { LiveConversation } from '../../src/live/index.ts'
import type { FakeView } from '../../src/testing/live/fake.ts'
import { base, type PhaseName, phases, stateKeys, toolsOf, urgency } from './host.ts'

/** Returns the newest block of each slot. A block inside a tool's result is JSON. */
function blocksIn({ context }: FakeView): ReadonlyMap<string, string> {
  const text = context
    .map(each => each.text)
    .join('\n')
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
  const found = text.matchAll(
    /<(?:steering id|context:\w+ from)="([^"]+)" replaces="earlier">\n([\s\S]*?)\n<\/(?:steering|context:\w+)>/g,
  )
  return new Map([...found].map(([, id = '', block = '']) => [id, block]))
}

/** Returns descriptions of the texts that the model should have but does not; empty if it has all of them. */
export function missing(
  model: string,
  { phase, state }: LiveConversation,
  view: FakeView,
): readonly string[] {
  const blocks = blocksIn(view)
  const instruction = view.instruction ?? ''
  const problems: string[] = []
  if (!instruction.startsWith(base)) problems.push(`the instruction is '${instruction}'`)
  const texts = Object.entries(phases).filter(([, text]) => instruction.includes(text))
  const inInstruction = texts.map(([name]) => name).join(', ')
  if (inInstruction !== '' && inInstruction !== phase)
    problems.push(`the instruction holds '${inInstruction}' in '${phase}'`)
  if (inInstruction === '' && blocks.get('phase') !== phases[phase as PhaseName])
    problems.push(`the phase is '${blocks.get('phase')}' in '${phase}'`)
  for (const key of stateKeys) {
    const value = state[key]
    if (value !== undefined && !blocks.get('default/0')?.includes(`${key}=${JSON.stringify(value)}`))
      problems.push(`${key} is ${JSON.stringify(value)}, the model holds '${blocks.get('default/0')}'`)
  }
  if ((blocks.get('default/1') === urgency) !== (state.urgent === true))
    problems.push(`urgent is ${state.urgent}, the model holds '${blocks.get('default/1')}'`)
  // For GPT-Live, the tools belong to its backend.
  const tools = model === 'gpt-live-1' ? [] : toolsOf(model, phase ?? '')
  if (view.tools.toSorted().join() !== tools.toSorted().join())
    problems.push(`the tools are '${view.tools}' in '${phase}'`)
  return problems
}
