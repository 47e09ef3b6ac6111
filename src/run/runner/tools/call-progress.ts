import type { JsonValue } from '../../../core/ir/json.ts'
import { frozenJson } from '../../../core/text/json-value.ts'
import { mapTexts } from '../../../core/text/map-texts.ts'
import type { TurnContext } from '../turn-context.ts'
import type { CallTask } from './call-task.ts'

/** Most reports of one call: a tool of an outsider may report forever. */
const mostReports = 1_000

/** Reports of how far a call is, to those who follow the run, until the call ends. */
export class CallProgress {
  private left = mostReports
  private hide: (text: string) => string = text => text
  /** Passes a report on. Throws a TypeError for a value that is not JSON. */
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

  /** Has texts of the reports written in another way: those of a tool that was given real values. */
  hideBy(change: (text: string) => string): void {
    this.hide = change
  }

  end(): void {
    this.left = 0
  }
}
