// An agent's working memory: written down as it works, rendered within a budget, compacted, explained.
// No model is called: the summary is what one might have written.
import { compile } from 'ctxc'
import { explain } from 'ctxc/explain'
import {
  createContextBuilder,
  createMemoryManager,
  createTokenizer,
  fromMemory,
  type NewChunk,
} from 'ctxc/memory'

const memoryManager = createMemoryManager()
memoryManager.createThread('bug-42', { custom: { owner: 'team' } })

const text = (words: string, fields: object = {}) => ({ type: 'TEXT', text: words, ...fields }) as const

memoryManager.append('bug-42', [
  { type: 'SYSTEM', content: text('You fix bugs in TypeScript. Change as little as you can.') },
  { type: 'AGENT', content: text('Tests of the parser fail since Monday. Find out why.', { role: 'user' }) },
])
for (const file of ['lexer.ts', 'parser.ts', 'tokens.ts', 'errors.ts'])
  memoryManager.append('bug-42', look(file), { step: file })

/** A tool call that reads a file, and its result. */
function look(file: string): NewChunk[] {
  const call = { toolName: 'read_file', callId: `read-${file}` }
  const listing = Array.from(
    { length: 60 },
    (_, line) => `${line}: if (a < ${line} && b > ${line}) return <T>value`,
  )
  return [
    {
      type: 'WORKFLOW',
      retentionStrategy: 'COMPRESSIBLE',
      content: { type: 'TEXT', action: 'tool_call', ...call, arguments: { path: file } },
    },
    { type: 'ENVIRONMENT', content: text(listing.join('\n'), { source: 'tool', success: true, ...call }) },
  ]
}

const builder = createContextBuilder(createTokenizer('gpt-4o'))
const options = { maxTokens: 4_000, systemPrompt: 'Answer in English.' }

const before = builder.build(await memoryManager.getCurrentState('bug-42'), options)
console.log(`${before.tokenCount} tokens in ${before.messages.length} messages, left out:`)
for (const { id, reason } of before.exclusions) console.log(`  ${id}: ${reason}`)

const { outcome, state } = await memoryManager.compact('bug-42', {
  keepRecent: 2,
  summarize: ({ chunks }) =>
    `${chunks.length} steps: the lexer, the parser and the tokens are as they should be.`,
})
const after = builder.build(state, options)
console.log(`\n${outcome}: ${after.tokenCount} tokens, ${after.exclusions.length} left out\n`)
console.log(after.messages.map(({ role, content }) => `${role}: ${content.slice(0, 160)}`).join('\n\n'))

// Compiles the same memory for each provider, and shows the fate of each piece of it.
const program = fromMemory(state)
const result = await compile(program, { model: 'claude-sonnet-5', budget: 4_000 })
console.log(`\nfor Claude: ${result.ok ? `${result.tokens.max} of ${result.tokens.limit} tokens` : 'NOT OK'}`)
for (const { title, tokens } of explain(result, program).sections) console.log(`  ${title}: ${tokens}`)
for (const { from, to, fate, reason } of result.ledger.rows)
  console.log(`  units ${from} to ${to - 1}: ${fate}, ${reason}`)
