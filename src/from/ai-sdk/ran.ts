import { list, object, type Raw } from '../read.ts'

/** Calls in messages that the provider itself ran, by id: the result of one may come in a later answer. */
export const ranCalls = (messages: readonly unknown[]): ReadonlyMap<unknown, Raw> =>
  new Map(
    messages.flatMap(message =>
      list(object(message).content).flatMap((value): [unknown, Raw][] => {
        const part = object(value)
        return part.type === 'tool-call' && part.providerExecuted === true ? [[part.toolCallId, part]] : []
      }),
    ),
  )
