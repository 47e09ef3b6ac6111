import { assertFunction, type Check, check, objectCheck, oneOf, withMethods } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { positiveCountCheck } from '../../core/form/quantities.ts'
import { shownKindsCheck } from '../../core/protect/lens/shown-kinds.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { RunInput, Runner, RunStream } from '../runner/runner.ts'
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
  /**
   * Kinds of values that the session's user sees again on the page, such as `email` and `phone`, or ids of detectors: values
   * that he wrote and that nobody else did. By default, each protected value is replaced. Kinds of secrets are a TypeError.
   *
   * @example
   * import { agent } from 'ctxc'
   * import { chatHandler } from 'ctxc/chat'
   * import { redact } from 'ctxc/protect'
   * import { createRunner } from 'ctxc/run'
   * import { inMemoryStore } from 'ctxc/store'
   * import { scriptedModel } from 'ctxc/testing'
   *
   * const program = agent({ name: 'bot', model: 'gpt-5.4', protect: [redact({ pii: ['email'] })] })
   * const store = inMemoryStore()
   * const runner = createRunner({ program, store, models: () => scriptedModel(['I write to [secret:email:1].']) })
   * const key = { owner: { app: 'docs', user: 'ada' }, id: 's1' }
   * const handler = chatHandler({ runner, store, key: () => key, show: ['email'] })
   * await runner.run(key, { message: 'I am ada@example.org.' }).outcome
   * const page = await handler(new Request('http://localhost/api/chat/s1'))
   * console.log((await page.text()).includes('I write to ada@example.org.')) // true
   */
  readonly show?: readonly string[]
  readonly limits?: ChatLimits
}

/** Default limits on the size of a page's post. */
const defaultLimits: Required<ChatLimits> = { bytes: 10_000_000, parts: 1_000 }

/** Returns the option of the runner that selects the own values on the page. */
export const shownValues = ({ show }: ChatHandlerOptions): Pick<RunInput, 'show'> =>
  show === undefined ? {} : { show }

/** Follows the run of a chat that goes on, with all its events. An answer does not wait for agents in the background. */
export const resumedStream = (options: ChatHandlerOptions, key: SessionKey): RunStream =>
  options.runner.resume(key, { from: 0, background: false, ...shownValues(options) })

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
    show: shownKindsCheck,
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
