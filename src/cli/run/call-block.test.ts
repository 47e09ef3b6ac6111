import { expect, test } from 'vitest'
import { callBlock } from './call-block.ts'

test("a server's question is shown with every character visible, its pages and the schema of the answer: livekit#5378", () => {
  const block = callBlock({
    ...{ call: '1.0', agent: 'bot', tool: 'bank__pay', arguments: {}, for: 'answer' },
    question: { message: 'How\u001b[31m much?\nNow!', urls: ['https://bank.example/a'] },
    outputSchema: { type: 'object' },
  })
  const lines = block.split('\n')
  expect(lines.slice(2, 6)).toEqual([
    '  its server asks:',
    expect.stringMatching(/^ {4}How.*much\?$/),
    '    Now!',
    '  page to open first: https://bank.example/a',
  ])
  expect(block).not.toContain('\u001b')
  expect(block).toContain('  schema of the answer:\n    {\n      "type": "object"\n    }')
})
