import type { FindingNote } from '../../../diag/collect.ts'
import {
  type Block,
  type BlockItem,
  type BlockRole,
  isCall,
  type PairedCall,
  type Placed,
} from '../../../ir/block.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Origin } from '../../../ir/origin.ts'
import type { Part } from '../../../ir/part.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import type { ResultContent, ToolResultPart } from '../../../ir/result.ts'
import type { TargetName } from '../../../ir/target-name.ts'
import { extraLoss } from '../../../target/left-behind.ts'
import { type Around, definedFields, type FormedItem, type PartForms } from '../../../target/part-forms.ts'
import { safeString } from '../../../text/reason.ts'
import { isFilledText, isOfSDK, optionsForTarget, providersOf, unusedFields } from '../rows/options.ts'
import { ownerOfItem } from './owner.ts'
import { Thoughts } from './thoughts.ts'

/** Facts about a request that are known before its blocks are converted. */
export interface RequestFacts extends Pick<Around, 'target' | 'names' | 'stores'> {
  /** Whether the model supports reasoning. */
  readonly reasons: boolean
}

/** Returns a file with its id at the target's API; null if the API does not store the file. */
function storedFile(part: Part, target: TargetName): Part | null {
  if (part.kind !== 'file' || part.source.type !== 'id' || part.source.format !== 'ai-sdk') return null
  const reference = part.extra?.fields.reference
  if (!isObject(reference)) return null
  const id = providersOf(target)
    .map(name => reference[name])
    .find(isFilledText)
  return id === undefined ? null : { ...part, source: { type: 'id', id, format: target } }
}

/** Returns a part with the API's fields in place of the AI SDK's fields. */
function replaceSDKFields(part: Part, fields: JsonObject, target: TargetName, isOwn = false): Part {
  const { extra: _, ...bare } = part as Part & { readonly extra?: Extra }
  if (bare.kind === 'opaque') return bare as Part
  return (
    isOwn || Object.keys(fields).length > 0 ? { ...bare, extra: { format: target, fields } } : bare
  ) as Part
}

/** Conversion of one block to the target's API. */
export class Forming {
  readonly notes: FindingNote[] = []
  private readonly forms: PartForms
  private readonly around: Around
  private readonly thoughts = new Thoughts()
  /** Origins of the results of provider-run tools, by call id. */
  private readonly resultsAt: ReadonlyMap<string, Origin>
  private readonly reasons: boolean
  /** New fields of parts that get the options of their whole message. */
  private readonly borne: ReadonlyMap<BlockItem, Extra>
  /** Sequence numbers (seqs) of the messages whose lost fields were already reported. */
  private readonly told = new Set<number>()

  constructor(block: Block, forms: PartForms, known: RequestFacts) {
    this.forms = forms
    this.borne = forms.ofMessages?.(block.items) ?? new Map()
    this.reasons = known.reasons
    const ran = block.items.flatMap(({ part }) =>
      part.kind === 'opaque' && part.format === 'ai-sdk' ? [part] : [],
    )
    this.resultsAt = new Map(
      block.items.flatMap(({ part, origin }): [string, Origin][] =>
        part.kind === 'opaque' && part.type === 'tool-result'
          ? [[safeString(part.payload.toolCallId), origin]]
          : [],
      ),
    )
    const byId = (type: string): Map<string, OpaquePart> =>
      new Map(ran.filter(part => part.type === type).map(part => [safeString(part.payload.toolCallId), part]))
    this.around = {
      ...known,
      role: block.role,
      calls: byId('tool-call'),
      results: byId('tool-result'),
      approvals: ran.filter(({ type }) => type.startsWith('tool-approval-')),
      mayBeStored: true,
    }
  }

  formItem(given: BlockItem): BlockItem[] {
    const extra = this.borne.get(given)
    const item = extra === undefined ? given : ({ ...given, part: { ...given.part, extra } } as BlockItem)
    const { part, origin } = item
    if (part.kind === 'reasoning')
      return this.thoughts.readReasoningPart(item as Placed<ReasoningPart>, {
        target: this.around.target,
        owner: this.forms.owner,
      }) as BlockItem[]
    if (part.kind === 'opaque') {
      const made = this.formOpaque(part)
      return made === null ? [item] : made.map(own => this.replacePart(item as Placed, own))
    }
    const formed = this.formPlaced(item as Placed)
    if (!isCall(item)) return [formed as BlockItem]
    const result = this.formPart(item.result.part, item.result.origin) as ToolResultPart
    const call = { ...formed, result: { ...item.result, part: result } } as PairedCall
    return part === call.part && result === item.result.part && origin === call.origin ? [item] : [call]
  }

  /**
   * Returns an item that replaces a part. The fields in `ofResult` come from the call's result, so their origin is the
   * result's part.
   */
  private replacePart(item: Placed, { part, ofResult = [] }: FormedItem): Placed {
    const { payload } = item.part as OpaquePart
    const from = this.resultsAt.get(safeString(payload.toolCallId))
    if (from === undefined || ofResult.length === 0) return { ...item, part }
    return { ...item, part, elsewhere: Object.fromEntries(ofResult.map(key => [key, from])) }
  }

  /** Returns a part in the API's form, with its message's new fields; the part itself if nothing changes. */
  private formPlaced(item: Placed): Placed {
    const envelope: Record<string, unknown> = {}
    const part = this.formPart(item.part, item.origin, envelope)
    if (Object.keys(envelope).length === 0) return part === item.part ? item : { ...item, part }
    // All lost fields of a message are reported with its first part, and never again.
    if (!this.told.has(item.seq))
      for (const note of extraLoss(item.envelope, this.around.target, item.origin)) this.notes.push(note)
    this.told.add(item.seq)
    return { ...item, part, envelope: { format: this.around.target, fields: envelope } as Extra }
  }

  /** Returns a part in the API's form. Adds the fields that belong to the part's message to `envelope`. */
  private formPart(
    start: Part,
    origin: Origin,
    envelope: Record<string, unknown> = {},
    role = this.around.role,
  ): Part {
    const own = start.kind === 'tool-result' ? this.formResult(start, origin) : start
    if (own.kind === 'opaque' || own.kind === 'data' || own.kind === 'reasoning') return own
    return isOfSDK(own.extra) ? this.formWithOptions(own, own.extra, origin, envelope, role) : own
  }

  /** Converts a part's AI SDK options, and returns the part in the API's form. */
  private formWithOptions(
    own: Part,
    extra: Extra,
    origin: Origin,
    envelope: Record<string, unknown>,
    role: BlockRole,
  ): Part {
    const { target } = this.around
    const moved = storedFile(own, target)
    const part = moved ?? own
    const around = { ...this.around, role, mayBeStored: !this.reasons || this.thoughts.isHeld }
    const formed = this.forms.options(part, optionsForTarget(extra.fields, target), around)
    Object.assign(envelope, definedFields(formed.envelope ?? {}))
    const used = ['madeBy', 'form', ...formed.used, ...(moved === null ? [] : ['reference'])]
    const rest = unusedFields(extra, target, used)
    const fields = definedFields(formed.fields ?? {})
    const isUnchanged = formed.part === undefined && !formed.isOwn && Object.keys(fields).length === 0
    // If the conversion adds nothing and some options are not converted, the part stays unchanged.
    if (moved === null && rest !== undefined && isUnchanged) return own
    for (const note of extraLoss(rest, target, origin)) this.notes.push(note)
    return replaceSDKFields(formed.part ?? part, fields, target, formed.isOwn)
  }

  /** Returns a tool result in which each piece has the API's form. */
  private formResult(part: ToolResultPart, origin: Origin): ToolResultPart {
    const content = part.content.map((piece): ResultContent => {
      // The output of a tool is not the model's text, so its role is `user`.
      if (piece.kind !== 'opaque') return this.formPart(piece, origin, {}, 'user') as ResultContent
      return this.formOpaque(piece)?.[0]?.part ?? piece
    })
    return content.every((piece, index) => piece === part.content[index]) ? part : { ...part, content }
  }

  /**
   * Returns the items that replace a provider-specific part; null if the part is another vendor's, or if the API has no
   * equivalent.
   */
  private formOpaque(part: OpaquePart): readonly FormedItem[] | null {
    if (part.format !== 'ai-sdk') return null
    const owner = ownerOfItem(part)
    // A part that names no vendor is tried too, because its shape may identify the vendor.
    return owner === null || owner === this.forms.owner ? this.forms.item(part, this.around) : null
  }
}
