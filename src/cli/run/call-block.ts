import type { WaitingCall } from '../../run/tools/waiting-calls.ts'
import { oneLine } from '../../text/columns.ts'
import { visibleJson } from './clean-text.ts'

/** Returns a call for who decides about it: all its arguments, with every character visible. */
export const callBlock = ({ call, agent, tool, arguments: given }: WaitingCall): string =>
  [
    `${oneLine(agent)} calls ${oneLine(tool)} (call ${oneLine(call)})`,
    ...visibleJson(given)
      .split('\n')
      .map(line => `    ${line}`),
  ].join('\n')
