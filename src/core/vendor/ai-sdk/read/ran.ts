import { listOr, objectOr, type Raw } from '../../../from/read.ts'

/** Returns the calls that the provider itself ran, by id. Their results may come in later answers. */
export const ranCalls = (messages: readonly unknown[]): ReadonlyMap<unknown, Raw> =>
  new Map(
    messages.flatMap(message =>
      listOr(objectOr(message).content).flatMap((value): [unknown, Raw][] => {
        const part = objectOr(value)
        return part.type === 'tool-call' && part.providerExecuted === true ? [[part.toolCallId, part]] : []
      }),
    ),
  )
