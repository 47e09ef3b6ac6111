import { modern } from '../../schema/reshape/modern.ts'
import { reshape, type SchemaNode } from '../../schema/reshape/reshape.ts'
import { parametersOf as claudeParameters } from '../anthropic/parameters.ts'
import { Spent } from '../anthropic/spent.ts'
import { legalSchema } from '../gemini/schema.ts'
import { parametersOf } from '../openai/shared/schema.ts'
import type { SentSchema } from '../sent-schema.ts'
import type { Vendor } from './vendor.ts'

/**
 * Converter of tool schemas to the form that the model's provider takes: the AI SDK's converters pass schemas on
 * unchanged.
 */
export class VendorSubset {
  private readonly spent = new Spent()
  private readonly vendor: Vendor

  constructor(vendor: Vendor) {
    this.vendor = vendor
  }

  parameters(schema: SchemaNode, strict: boolean): SentSchema {
    if (this.vendor === 'anthropic') return claudeParameters(schema, strict, this.spent)
    if (this.vendor === 'google') return { ...legalSchema({ ...schema }), strict, beyond: [] }
    const plain = { ...reshape(schema, [modern]), strict, beyond: [] }
    return (this.vendor === 'openai' ? parametersOf(schema, strict) : null) ?? plain
  }
}
