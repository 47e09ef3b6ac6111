import { oneLine } from '../../core/text/columns.ts'
import type { WaitingCall } from '../../run/runner/tools/waiting-calls.ts'
import { visibleJson } from './clean-text.ts'

/** Says what a call waits for. */
export const waitText = (call: WaitingCall): string =>
  call.for === 'answer' ? 'waiting for an answer' : 'waiting for approval'

/** Returns the text of a tool call for the person who decides on it: all arguments, with every character visible. */
export const callBlock = ({ call, agent, tool, arguments: given }: WaitingCall): string =>
  [
    `${oneLine(agent)} calls ${oneLine(tool)} (call ${oneLine(call)})`,
    ...visibleJson(given)
      .split('\n')
      .map(line => `    ${line}`),
  ].join('\n')
