import type { NativeTool } from '../../../agent/agent.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Declared, PartForms } from '../../../target/part-forms.ts'
import { isTooDeep } from '../../../text/depth.ts'

/** Returns a provider's tool of the AI SDK as the vendor's API declares it; null if it has no form there. */
export function declaredTool({ declared }: PartForms, { native }: NativeTool): Declared | null {
  const { id, name, args } = native.payload
  if (declared === undefined || typeof id !== 'string' || isTooDeep(args)) return null
  const given = (isObject(args) ? args : {}) as JsonObject
  return declared(id, given, typeof name === 'string' ? name : '')
}
