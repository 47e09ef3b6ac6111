import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { words as W } from '../marks.ts'
import { each, type Plot, some, url } from './plot.ts'

/** Instances of LangChain's messages. */
export const liveMessages = (plot: Plot): object[] => [
  ...(plot.system ? [new SystemMessage(W)] : []),
  ...(each(plot, (turn, id) => [
    new HumanMessage(
      turn.asked === 'text'
        ? W
        : {
            content: [
              { type: 'text', text: W },
              ...(turn.asked === 'file' ? [{ type: 'image_url' as const, image_url: { url } }] : []),
            ],
          },
    ),
    new AIMessage({
      content: turn.said === 'parts' ? [{ type: 'text', text: W }] : W,
      ...(turn.call !== 'none' && { tool_calls: [{ id, name: 'save', args: { city: W } }] }),
    }),
    ...some(
      turn.call !== 'none',
      new ToolMessage({ content: W, tool_call_id: id, ...(turn.item && { artifact: { of: W } }) }),
    ),
  ]) as object[]),
  new HumanMessage(W),
]

/** Messages in the forms in which LangChain stores and takes them. */
export const storedMessages = (plot: Plot): object[] =>
  [
    ...some(plot.system, { type: 'system', data: { content: W } }),
    ...each(plot, (turn, id) => [
      { type: 'human', data: { content: turn.asked === 'text' ? W : [{ type: 'text', text: W }] } },
      {
        type: 'ai',
        data: {
          content: turn.thought
            ? [
                { type: 'reasoning', reasoning: W },
                { type: 'text', text: W },
              ]
            : W,
          ...(turn.call !== 'none' && {
            tool_calls: [{ id, name: 'save', args: { city: W }, type: 'tool_call' }],
          }),
          response_metadata: {},
        },
      },
      ...some(turn.call !== 'none', {
        type: 'tool',
        data: { content: turn.call === 'parts' ? [{ type: 'text', text: W }] : W, tool_call_id: id },
      }),
      ...some(
        turn.item,
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'AIMessage'],
          kwargs: {
            content: [
              { type: 'tool_use', id: `t${id}`, name: 'save', input: { city: W } },
              { type: 'image', url: 'https://x.no/a.png' },
            ],
            additional_kwargs: { refusal: W, reasoning_content: W },
            invalid_tool_calls: [{ id: `i${id}`, name: 'save', args: W, error: W }],
          },
        },
        { role: 'tool', content: W, tool_call_id: `t${id}` },
        ['human', W],
        { type: 'human', id: 'gone', content: W },
        { type: 'remove', id: 'gone', content: '' },
      ),
    ]),
    { type: 'human', data: { content: W } },
  ] as object[]
