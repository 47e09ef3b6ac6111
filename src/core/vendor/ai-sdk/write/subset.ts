import { modernizeSchema } from '../../../schema/reshape/modern.ts'
import { reshape, type SchemaNode } from '../../../schema/reshape/reshape.ts'
import type { SentSchema } from '../../../target/sent-schema.ts'
import { parametersOf as claudeParameters } from '../../anthropic/write/parameters.ts'
import { Spent } from '../../anthropic/write/spent.ts'
import { legalSchema } from '../../gemini/write/schema.ts'
import { parametersOf } from '../../openai/write/shared/schema.ts'
import type { Vendor } from '../rows/vendor.ts'

/**
 * Converter of tool schemas to the subset that the model's provider supports. The AI SDK's own converters do not adapt
 * schemas.
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
    const plain = { ...reshape(schema, [modernizeSchema]), strict, beyond: [] }
    return (this.vendor === 'openai' ? parametersOf(schema, strict) : null) ?? plain
  }
}
