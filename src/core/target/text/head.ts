import { blankText } from '../../diag/history.ts'
import { settingDropped } from '../../diag/target.ts'
import { addCounts } from '../../ir/count.ts'
import type { Run } from '../../ir/origin.ts'
import { schemaInstruction } from '../../lower/schema-instruction.ts'
import { HeadTally, instructionTexts, sendableSchema } from '../head.ts'
import type { Head, Setting } from '../target.ts'
import { separator } from './join.ts'
import type { TextMessage } from './request.ts'

/** Writes the system message, if there is any text for it. Reports every declaration that is dropped. */
export function emitHead(setting: Setting<unknown>): {
  readonly system: readonly TextMessage[]
  readonly head: Head
} {
  const { agent, config, counter, origins } = setting
  const tally = new HeadTally()
  const runs: Run[] = []
  const answer = sendableSchema(setting, tally)
  for (const piece of instructionTexts(agent, answer && schemaInstruction(answer.schema))) {
    if (piece.text.trim() === '') {
      tally.say(blankText([piece.origin]))
      continue
    }
    const around = runs.length > 0 ? counter.text(separator) : counter.message
    tally.addInstructionText(piece, addCounts(counter.text(piece.text), around))
    if (runs.length > 0) runs.push([separator, 'c:join'])
    for (const run of piece.runs) runs.push(run)
  }
  if (agent.tools && agent.tools.length > 0)
    tally.say(settingDropped('tools', 'a text request has no field for tools', 'd:tools'))
  for (const [key, value] of Object.entries(config))
    if (value !== undefined) tally.say(settingDropped(key, 'a text request has no settings'))
  const head = tally.finishHead()
  if (runs.length === 0) return { system: [], head }
  const message = origins.recordWhole<TextMessage>(
    { role: 'system', content: '' },
    runs[0]?.[1] ?? 'c:message',
  )
  message.content = origins.joinRuns(message, 'content', runs)
  return { system: [message], head }
}
