import { oneLine } from '../../core/text/columns.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { visibleJson } from './clean-text.ts'

/** Says what a call waits for. */
export const waitText = (call: WaitingCall): string =>
  call.for === 'answer' ? 'waiting for an answer' : 'waiting for approval'

/**
 * Returns the text of a tool call for the person who decides on it: all arguments and the question that its server asks,
 * with every character visible.
 */
export const callBlock = ({
  call,
  agent,
  tool,
  arguments: given,
  question,
  outputSchema,
}: WaitingCall): string =>
  [
    `${oneLine(agent)} calls ${oneLine(tool)} (call ${oneLine(call)})`,
    ...indented(visibleJson(given)),
    ...(question === undefined ? [] : ['  its server asks:', ...indented(visibleLines(question.message))]),
    ...(question?.urls ?? []).map(url => `  page to open first: ${oneLine(url)}`),
    ...(question === undefined || outputSchema === undefined
      ? []
      : ['  schema of the answer:', ...indented(visibleJson(outputSchema))]),
  ].join('\n')

const indented = (text: string): readonly string[] => text.split('\n').map(line => `    ${line}`)

const visibleLines = (text: string): string => text.split('\n').map(oneLine).join('\n')
