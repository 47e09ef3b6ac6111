import { expect, test } from 'vitest'
import {
  createContextBuilder,
  createMemoryManager,
  createState,
  readJSONLines,
  writeJSONLines,
} from './index.ts'

const user = { id: 'u', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hello' } } as const

const wrong: readonly (readonly [object, string])[] = [
  [
    { type: 'SYSTM' },
    ".type must be one of SYSTEM, AGENT, WORKFLOW, DELEGATION, ENVIRONMENT, WORKING_FLOW, OUTPUT, got 'SYSTM': did you mean 'SYSTEM'?",
  ],
  [{ retentionStrategy: 'CRITCAL' }, "got 'CRITCAL': did you mean 'CRITICAL'?"],
  [
    { retentionStrategy: 'critical' },
    ".retentionStrategy must be one of CRITICAL, COMPRESSIBLE, BATCH_COMPRESSIBLE, DISPOSABLE, EPHEMERAL, got 'critical': did you mean 'CRITICAL'?",
  ],
  [{ retentionStrategy: 'toString' }, "got 'toString'"],
  [{ retentionStrategy: null }, 'got null'],
  [{ subType: 'THINKNG' }, "got 'THINKNG': did you mean 'THINKING'?"],
  [{ priority: 'high' }, ".priority must be a finite number, got 'high'"],
  [{ priority: Number.NaN }, 'got NaN'],
  [{ mutable: 'yes' }, ".mutable must be true or false, got 'yes'"],
  [
    { children: [{ id: 'k', subType: 'user', content: user.content }] },
    ".children[0].subType must be one of COMPACTED, USER, THINKING, RESPONSE, AGENT_ACTION, ACTION_RESPONSE, got 'user': did you mean 'USER'?",
  ],
  [
    { children: [{ id: 'k', retentionStrategy: 'CRITCAL', content: user.content }] },
    "did you mean 'CRITICAL'?",
  ],
]

test.each(wrong)('%j is refused by createState, append and update', (fields, message) => {
  const chunk = { ...user, ...fields } as never
  expect(() => createState([chunk])).toThrow(`createState.chunks[0]${message.startsWith('.') ? message : ''}`)
  expect(() => createState([chunk])).toThrow(message)
  const memory = createMemoryManager()
  memory.createThread('t')
  expect(() => memory.append('t', chunk)).toThrow(TypeError)
  memory.append('t', { ...user, mutable: true })
  if (!('type' in fields)) expect(() => memory.update('t', 'u', fields)).toThrow(message)
  expect((memory.snapshot('t').entries[0] as { chunk: object }).chunk).toMatchObject(user)
})

test.each(wrong)(
  'a stored chunk with %j is reported as a bad line, and a state that holds one is still built',
  (fields, message) => {
    const chunk = { ...user, metadata: {}, ...fields }
    const head = { version: 1, threadId: 't' } as const
    const lines = writeJSONLines({ ...head, entries: [{ kind: 'add', chunk }] } as never)
    const { problems } = readJSONLines(lines)
    // JSON cannot represent NaN.
    const stored = 'priority' in fields && typeof fields.priority === 'number' ? 'got null' : message
    expect(problems).toMatchObject([{ line: 2, text: JSON.stringify({ kind: 'add', chunk }) }])
    expect(problems[0]?.message).toContain(stored)
    const state = { id: 's', chunkIds: ['u'], chunks: new Map([['u', chunk]]), metadata: {} } as never
    expect(createContextBuilder().build(state).messages[0]?.content).toContain('Hello')
  },
)

test('omitted and undefined fields get their defaults', () => {
  const undefinedOnes = {
    retentionStrategy: undefined,
    priority: undefined,
    subType: undefined,
    mutable: undefined,
  }
  expect(() => createState([{ ...user, ...undefinedOnes } as never])).not.toThrow()
})
