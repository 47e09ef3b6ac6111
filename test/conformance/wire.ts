import { fakeProvider } from 'ctxc/testing'
import { expect } from 'vitest'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import { models, targets } from '../targets.ts'
import type { Said } from './said.ts'

/** Returns the contents of a request after its instruction, in order. Fails if the provider would refuse the request. */
export function readWire(target: TargetName, request: object | null): readonly Said[] {
  expect(request, 'a request was made').not.toBeNull()
  // The app brings the AI SDK's model, so that the request does not name it.
  const sent = target === 'ai-sdk' ? { ...request, model: models[target] } : request
  expect(fakeProvider(target).violations(sent)).toEqual([])
  const { said } = targets[target]
  if (said === null) throw new Error(`in ${target} there are no calls to be read`)
  return said(request as Readonly<Record<string, unknown>>)
}
