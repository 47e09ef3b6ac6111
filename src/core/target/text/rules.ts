import { safeString } from '../../text/reason.ts'
import type { RuleTable } from '../rule.ts'
import { beginWithUser, endWithUser, mergeRoles } from './messages.ts'
import { checkTextOrder } from './order.ts'
import type { TextMessage, TextRequest } from './request.ts'

const roles = new Set(['system', 'user', 'assistant'])

const alternation = 'https://github.com/clp-research/clemcore/issues/24'
const templates = 'https://huggingface.co/docs/transformers/main/en/chat_templating'

/** Rules of chat templates on roles and text, taken from the strictest templates in use. */
export const rules: RuleTable<TextRequest, unknown, TextMessage> = {
  order: checkTextOrder,
  messages: ['/messages', ({ messages }) => messages],
  rows: [
    {
      id: 'T1',
      title: 'the roles are system, user and assistant',
      source: templates,
      message: (message, report) => {
        if (!roles.has(message.role)) report(`no role '${safeString(message.role)}'`)
      },
    },
    {
      id: 'T2',
      title: 'the only system message is the first',
      source: 'https://github.com/infiniflow/ragflow/issues/11021',
    },
    {
      id: 'T3',
      title: 'a user speaks first',
      source: alternation,
      fix: beginWithUser,
    },
    {
      id: 'T6',
      title: 'a user speaks last',
      source: 'https://github.com/huggingface/smolagents/issues/757',
      fix: endWithUser,
    },
    {
      id: 'T4',
      title: 'user and assistant take turns',
      source: alternation,
      fix: mergeRoles,
    },
    {
      id: 'T5',
      title: 'a message says something, in a string',
      source: templates,
      message: ({ content }, report) => {
        if (typeof content !== 'string') report('the content must be a string')
        else if (content.trim() === '') report('the message has no text')
      },
    },
  ],
}
