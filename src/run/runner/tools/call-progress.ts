import type { JsonValue } from '../../../core/ir/json.ts'
import { frozenJson } from '../../../core/text/json-value.ts'
import { mapTexts } from '../../../core/text/map-texts.ts'
import type { TurnContext } from '../turn-context.ts'
import type { CallTask } from './call-task.ts'

/** Maximum number of progress reports of one call, because a tool might never stop reporting. */
const mostReports = 1_000

/** Sends the progress reports of a tool call to the run's followers, until the call ends. */
export class CallProgress {
  private left = mostReports
  private hide: (text: string) => string = text => text
  /** Sends a report. Throws a TypeError for a value that is not JSON. */
  readonly tell: (value: JsonValue) => void

  constructor(
    { report }: Pick<TurnContext, 'report'>,
    { call, agent, branch }: Pick<CallTask, 'call' | 'agent' | 'branch'>,
    tool: string,
  ) {
    this.tell = value => {
      const plain = mapTexts(frozenJson(value), this.hide)
      if (this.left-- > 0) report({ type: 'progress', agent, branch, call, tool, value: plain })
    }
  }

  /** Sets a function that changes texts of further reports, to hide values that a tool got for placeholders. */
  hideValuesBy(change: (text: string) => string): void {
    this.hide = change
  }

  endProgress(): void {
    this.left = 0
  }
}
