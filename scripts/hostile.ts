/** Compiles 1 MB of one kind of text as a tool result. Prints the median of five runs in one warm process. */
import { compile } from '../src/core/compile/compile.ts'
import { targetNames } from '../src/core/ir/target-name.ts'
import { fromOpenAI } from '../src/from.ts'
import { models } from '../test/targets.ts'

const size = 1_000_000
const fill = (text: string): string => text.repeat(Math.ceil(size / Buffer.byteLength(text)))
let state = 1
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return state % below
}
const base64 = Buffer.from(Array.from({ length: size * 0.75 }, () => random(256))).toString('base64')
const chinese = Array.from({ length: size / 3 }, () => String.fromCharCode(0x4e00 + random(0x5000))).join('')
const letters = Array.from({ length: size }, () => String.fromCharCode(97 + random(26))).join('')

const inputs: Record<string, string> = {
  'one letter': fill('a'),
  spaces: fill(' '),
  'Chinese without spaces': chinese,
  'one ideograph': fill('漢'),
  emoji: fill('😀'),
  base64,
  'random letters': letters,
  'line feeds': fill('\n'),
}

for (const [name, content] of Object.entries(inputs)) {
  const messages = [
    { role: 'user', content: 'Read the file' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content },
  ]
  for (const target of targetNames) {
    const times: number[] = []
    let size = ''
    for (let run = 0; run < 6; run++) {
      const began = performance.now()
      const { tokens } = await compile(fromOpenAI(messages), {
        target,
        model: models[target],
        budget: 2_000_000,
      })
      times.push(performance.now() - began)
      size = `${tokens.input.toLocaleString('en-US')} tokens, at most ${tokens.max.toLocaleString('en-US')}`
    }
    const median = times.slice(1).sort((left, right) => left - right)[2] as number
    console.log(`${name.padEnd(24)} ${target.padEnd(12)} ${median.toFixed(0).padStart(5)} ms  ${size}`)
  }
}
