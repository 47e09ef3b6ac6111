import { assertFunction, type Check, check, objectCheck, oneOf, withMethods } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { positiveCountCheck } from '../../core/form/quantities.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { Runner } from '../runner/runner.ts'
import type { Store } from '../store/store.ts'
import { type ChatOptions, chatChecks } from './ui-chunk.ts'

/** Limits on the size of a page's post. A larger post gets status 413. */
export interface ChatLimits {
  /**
   * Maximum size of a request body in bytes; 10 MB by default. `useChat` posts the whole chat with its files, unless
   * `prepareSendMessagesRequest` of its transport posts only the last message.
   */
  readonly bytes?: number
  /** Maximum number of parts in a posted message, and maximum number of posted decisions; 1,000 by default. */
  readonly parts?: number
}

/** Options of `chatHandler`. */
export interface ChatHandlerOptions extends ChatOptions {
  readonly runner: Runner
  /** The runner's store, from which the handler reads a chat's existing events. */
  readonly store: Pick<Store, 'read'>
  /**
   * Returns the session for a request, after checking which user sent it; null if the user has no such chat. `id` is
   * the chat's id from the page, so anybody may have made it up.
   */
  readonly key: (request: Request, id: string) => SessionKey | null | Promise<SessionKey | null>
  /** Returns the name of the person who decides about a call; by default the owner's user. */
  readonly by?: (request: Request, key: SessionKey) => string
  /**
   * Effect of a message that arrives while calls wait for approval. With `deny` (the default), the message denies the
   * calls and is answered. With `wait`, it is answered after the decisions on the calls.
   */
  readonly interrupt?: 'deny' | 'wait'
  readonly limits?: ChatLimits
}

/** Default limits on the size of a page's post. */
const defaultLimits: Required<ChatLimits> = { bytes: 10_000_000, parts: 1_000 }

/** Returns the limits on the size of a page's post. */
export const postLimits = ({ limits }: ChatHandlerOptions): Required<ChatLimits> => ({
  ...defaultLimits,
  ...limits,
})

const form: OptionsForm<ChatHandlerOptions> = {
  needs: {
    runner: withMethods('a runner of createRunner', 'run'),
    store: withMethods('the store of the runner', 'read'),
    key: check('a function that returns the session of a request', value => typeof value === 'function'),
  },
  takes: {
    ...chatChecks,
    by: assertFunction,
    interrupt: oneOf(['deny', 'wait']),
    limits: objectCheck({
      bytes: positiveCountCheck('bytes'),
      parts: positiveCountCheck('parts'),
    } satisfies Record<keyof ChatLimits, Check>),
  },
}

/** Throws a TypeError for malformed options. */
export function assertChatOptions(options: ChatHandlerOptions): void {
  readOptions(form, options, 'chatHandler')
}
