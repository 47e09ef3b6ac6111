import {
  answerHTTP,
  type BindingVendor,
  bindingProvider,
} from '../../../../src/testing/fake/binding/index.ts'
import type { Draw } from '../draw.ts'
import { claude, gpt, type Item } from '../vendor.ts'

/** Figures of calls over the wire. */
export interface Calls {
  calls: number
  judged: number
  dead: number
  compacted: number
}

/** In-process network: every request goes to a provider that signs reasoning. */
export interface Wire {
  readonly fetch: typeof globalThis.fetch
  readonly faults: string[]
}

const sealed = /"type":"(thinking|reasoning)"/g

/** Returns a network whose answers are drawn, and which counts the reasoning that the provider does not use. */
export function wireTo(vendor: BindingVendor, draw: Draw, figures: Calls): Wire {
  const provider = bindingProvider(vendor)
  const faults: string[] = []
  let step = 0
  const asks = (body: Item): boolean => 'compaction' in body
  const watched: typeof provider = {
    ...provider,
    answer(request, script) {
      const body = request as Item
      const answer = provider.answer(request, script)
      const dead = (answer.body.input_transformations ?? []) as readonly object[]
      figures.calls++
      figures.judged += (JSON.stringify(body).match(sealed) ?? []).length
      if (asks(body)) figures.compacted++
      if (answer.status !== 200) faults.push(JSON.stringify(answer.body))
      faults.push(...dead.map(item => JSON.stringify(item)))
      figures.dead += answer.status === 200 ? dead.length : 1
      return answer
    },
    compact(request) {
      figures.calls++
      figures.compacted++
      return provider.compact(request)
    },
  }
  const answer = answerHTTP(watched, body =>
    asks(body) ? undefined : (vendor === 'anthropic' ? claude : gpt).script(draw, step++).content,
  )
  return {
    faults,
    fetch: async (input, init) => {
      const { pathname: path } = new URL(input instanceof Request ? input.url : String(input))
      const headers = Object.fromEntries(new Headers(init?.headers))
      const { status, json, pieces } = answer({ path, headers, body: JSON.parse(String(init?.body)) })
      return pieces === undefined
        ? Response.json(json, { status })
        : new Response(pieces.join(''), { status, headers: { 'content-type': 'text/event-stream' } })
    },
  }
}
