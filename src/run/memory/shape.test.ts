// Every tag, attribute and role of the memory format, from its document and from the program that writes it.
import { expect, test } from 'vitest'
import type { ChunkInput } from './create.ts'
import { createContextBuilder, createState } from './index.ts'

type Chunk = Omit<ChunkInput, 'id'>

const words = (text: string, fields: object = {}): Chunk['content'] => ({ type: 'TEXT', text, ...fields })
const fields = (given: object): Chunk['content'] => ({ type: 'TEXT', ...given })

/** Returns the role and text of a message with a single chunk. */
function shown(chunk: Chunk): string {
  const { messages, includedChunkIds } = createContextBuilder().build(createState([{ ...chunk, id: 'x' }]))
  expect(includedChunkIds).toContain('x')
  const said = messages.filter(({ content }) => content !== 'Continue.')
  expect(said).toHaveLength(1)
  return `${said[0]?.role}: ${said[0]?.content}`
}

const call = { callId: 'call_123', status: 'pending' }

const table: readonly (readonly [Chunk, string])[] = [
  [
    { type: 'SYSTEM', content: words('System context content') },
    'system: <system_context id="x" priority="1000">\nSystem context content\n</system_context>',
  ],
  [
    { type: 'AGENT', content: words('User message content', { role: 'user' }) },
    'user: <user_message id="x" role="user">\nUser message content\n</user_message>',
  ],
  [
    { type: 'AGENT', content: words('Content', { role: 'assistant' }) },
    'assistant: <assistant_response id="x" role="assistant">\nContent\n</assistant_response>',
  ],
  [
    { type: 'AGENT', content: words('Which?', { role: 'assistant', action: 'clarification' }) },
    'assistant: <assistant_clarification id="x" role="assistant" action="clarification">\nWhich?\n</assistant_clarification>',
  ],
  [
    { type: 'AGENT', content: words('You review code.') },
    'system: <agent_message id="x">\nYou review code.\n</agent_message>',
  ],
  [
    {
      type: 'WORKFLOW',
      content: fields({
        action: 'tool_call',
        toolName: 'read_file',
        arguments: { path: '/src/main.ts' },
        ...call,
      }),
    },
    'assistant: <tool_call id="x" action="tool_call" tool="read_file" call_id="call_123" status="pending">\n{"path":"/src/main.ts"}\n</tool_call>',
  ],
  [
    {
      type: 'WORKFLOW',
      content: fields({
        action: 'skill_call',
        skillName: 'code_review',
        arguments: { code: '...' },
        ...call,
      }),
    },
    'assistant: <skill_call id="x" action="skill_call" skill="code_review" call_id="call_123" status="pending">\n{"code":"..."}\n</skill_call>',
  ],
  [
    { type: 'WORKFLOW', content: words('Deploy', { action: 'step' }) },
    'assistant: <workflow id="x" action="step">\nDeploy\n</workflow>',
  ],
  [
    { type: 'WORKFLOW', content: words('First read, then write.') },
    'system: <workflow id="x">\nFirst read, then write.\n</workflow>',
  ],
  [
    {
      type: 'DELEGATION',
      content: fields({
        action: 'spawn_subagent',
        subAgentId: 'agent_123',
        agentType: 'researcher',
        task: 'Search for...',
      }),
    },
    'assistant: <spawn_subagent id="x" subagent_id="agent_123" agent_type="researcher">\n{"task":"Search for..."}\n</spawn_subagent>',
  ],
  [
    {
      type: 'DELEGATION',
      content: words('Please continue', { action: 'message_subagent', subAgentId: 'agent_123' }),
    },
    'assistant: <message_to_subagent id="x" subagent_id="agent_123">\nPlease continue\n</message_to_subagent>',
  ],
  [
    {
      type: 'DELEGATION',
      content: words('Results', { action: 'subagent_result', subAgentId: 'agent_123', success: true }),
    },
    'assistant: <subagent_result id="x" subagent_id="agent_123" success="true">\nResults\n</subagent_result>',
  ],
  [
    { type: 'DELEGATION', content: words('Failed', { action: 'subagent_error', subAgentId: 'agent_123' }) },
    'assistant: <subagent_error id="x" subagent_id="agent_123">\nFailed\n</subagent_error>',
  ],
  [
    { type: 'DELEGATION', content: words('Parent task instruction', { parentAgentId: 'agent_000' }) },
    'user: <parent_agent_message id="x" parent_agent_id="agent_000">\nParent task instruction\n</parent_agent_message>',
  ],
  [
    { type: 'DELEGATION', content: words('Other', { action: 'pause' }) },
    'assistant: <delegation id="x" action="pause">\nOther\n</delegation>',
  ],
  [
    {
      type: 'ENVIRONMENT',
      content: words('File content...', {
        source: 'tool',
        toolName: 'read_file',
        callId: 'call_123',
        success: true,
      }),
    },
    'user: <tool_result id="x" tool="read_file" call_id="call_123" success="true">\nFile content...\n</tool_result>',
  ],
  [
    {
      type: 'ENVIRONMENT',
      content: words('File not found', { source: 'tool_error', toolName: 'read_file', callId: 'call_123' }),
    },
    'user: <tool_result id="x" tool="read_file" call_id="call_123" success="false" error="true">\nFile not found\n</tool_result>',
  ],
  [
    {
      type: 'ENVIRONMENT',
      content: words('Review', {
        source: 'skill',
        skillName: 'code_review',
        callId: 'call_456',
        success: true,
      }),
    },
    'user: <skill_result id="x" skill="code_review" call_id="call_456" success="true">\nReview\n</skill_result>',
  ],
  [
    { type: 'ENVIRONMENT', content: words('Disk is full', { source: 'monitor' }) },
    'user: <environment id="x" source="monitor">\nDisk is full\n</environment>',
  ],
  [
    {
      type: 'WORKING_FLOW',
      subType: 'COMPACTED',
      content: words('## Progress Summary'),
      metadata: { custom: { compactedAt: 1703, originalCount: 15 } },
    },
    'assistant: <progress_summary id="x" compacted_at="1703" original_count="15">\n## Progress Summary\n</progress_summary>',
  ],
  [
    {
      type: 'WORKING_FLOW',
      content: fields({ action: 'todo_set', todos: ['a'] }),
      metadata: { custom: { subType: 'todo' } },
    },
    'assistant: <todo_update id="x" action="todo_set">\n{"todos":["a"]}\n</todo_update>',
  ],
  [
    { type: 'WORKING_FLOW', subType: 'THINKING', content: words('Thinking process...') },
    'assistant: <thinking id="x" subtype="THINKING">\nThinking process...\n</thinking>',
  ],
  [
    { type: 'WORKING_FLOW', subType: 'USER', content: words('Stop that') },
    'user: <user_intervention id="x" subtype="USER">\nStop that\n</user_intervention>',
  ],
  [
    { type: 'WORKING_FLOW', subType: 'RESPONSE', content: words('Done so far') },
    'assistant: <assistant_response id="x" subtype="RESPONSE">\nDone so far\n</assistant_response>',
  ],
  [
    { type: 'WORKING_FLOW', subType: 'AGENT_ACTION', content: words('Looks around') },
    'assistant: <agent_action id="x" subtype="AGENT_ACTION">\nLooks around\n</agent_action>',
  ],
  [
    { type: 'WORKING_FLOW', subType: 'ACTION_RESPONSE', content: words('Nothing there') },
    'user: <action_response id="x" subtype="ACTION_RESPONSE">\nNothing there\n</action_response>',
  ],
  [
    { type: 'WORKING_FLOW', content: words('Working') },
    'assistant: <working_flow id="x">\nWorking\n</working_flow>',
  ],
  [
    { type: 'OUTPUT', content: fields({ action: 'task_completed', result: '...', summary: '...' }) },
    'assistant: <task_completed id="x">\n{"result":"...","summary":"..."}\n</task_completed>',
  ],
  [
    { type: 'OUTPUT', content: fields({ action: 'task_abandoned', reason: 'Unable', partialResult: '...' }) },
    'assistant: <task_abandoned id="x" reason="Unable">\n{"partialResult":"..."}\n</task_abandoned>',
  ],
  [
    {
      type: 'OUTPUT',
      content: words('Task was terminated', { action: 'task_terminated', terminatedBy: 'user' }),
    },
    'assistant: <task_terminated id="x" terminated_by="user">\nTask was terminated\n</task_terminated>',
  ],
  [
    { type: 'OUTPUT', content: words('Draft', { action: 'draft' }) },
    'assistant: <output id="x" action="draft">\nDraft\n</output>',
  ],
]

test.each(table)('a chunk has its documented form: %#', (chunk, expected) => {
  expect(shown(chunk)).toBe(expected)
})

test('the children of a working flow are shown one by one, each under its own role', () => {
  const state = createState([
    {
      id: 'w',
      type: 'WORKING_FLOW',
      content: words(''),
      children: [
        { id: 'k1', subType: 'USER', content: words('Find the bug') },
        { id: 'k2', subType: 'RESPONSE', content: words('I read it') },
        {
          id: 'k3',
          subType: 'AGENT_ACTION',
          content: fields({ action: 'tool_call', toolName: 'read', callId: 'c1', arguments: { p: 1 } }),
        },
        {
          id: 'k4',
          subType: 'ACTION_RESPONSE',
          content: fields({ source: 'tool', toolName: 'read', callId: 'c1', success: true, result: 'let x' }),
        },
      ],
    },
  ])
  const { messages, includedChunkIds } = createContextBuilder().build(state, { ids: false })
  expect(messages).toEqual([
    { role: 'user', content: '<user_intervention subtype="USER">\nFind the bug\n</user_intervention>' },
    {
      role: 'assistant',
      content:
        '<assistant_response subtype="RESPONSE">\nI read it\n</assistant_response>\n\n<agent_action subtype="AGENT_ACTION" tool="read" call_id="c1" status="completed">\n{"p":1}\n</agent_action>',
    },
    {
      role: 'user',
      content:
        '<action_response subtype="ACTION_RESPONSE" tool="read" call_id="c1" success="true">\nlet x\n</action_response>',
    },
  ])
  expect(includedChunkIds).toEqual(['w', 'k1', 'k2', 'k3', 'k4'])
})
