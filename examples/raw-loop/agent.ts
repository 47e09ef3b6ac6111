// An analyst who reads logs. Each log is long, so ten of them do not fit into the budget.
import { agent, type CallToRun } from 'ctxc'

/** Returns the log of a day: 24 lines, about 500 tokens. A real tool would read a file. */
function readLog(day: number): string {
  const lines = Array.from({ length: 24 }, (_, index) => {
    const time = `day ${day}, ${String(index).padStart(2, '0')}:00`
    return day === 3 && index === 9
      ? `${time} error, the disk is full`
      : `${time} a customer opened the list of orders`
  })
  return lines.join('\n')
}

export const analyst = agent({
  name: 'analyst',
  instruction: 'You read logs of a web server. Write down each error as soon as you find it.',
  tools: [
    {
      name: 'read_log',
      description: 'Returns the log of the web server of one day.',
      parameters: {
        type: 'object',
        properties: { day: { type: 'integer', minimum: 1, maximum: 10 } },
        required: ['day'],
      },
    },
  ],
})

/** Runs the tool of a call. A rejected call has a result too: the model reads it, and may call again. */
export async function runTool({ name, arguments: { day } }: CallToRun): Promise<unknown> {
  if (name !== 'read_log') throw new Error(`there is no tool ${name}`)
  if (!Number.isInteger(day)) throw new TypeError(`day must be a whole number, got ${JSON.stringify(day)}`)
  return readLog(Number(day))
}
