import type { FormatName } from '../../ir/format-name.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Requests, Targets } from '../../target/registry.ts'
import type { VendorName, Vendors } from '../../target/vendors.ts'
import type { CompileOptions } from './options.ts'

/** Text after the last slash of a model's name. */
type LastOf<Model extends string> = Model extends `${string}/${infer Rest}` ? LastOf<Rest> : Model

/** A model's id as its vendor has it: in lower case, without gateways, clouds or a fine-tune's wrapper before it. */
type BareOf<Id extends string> = Id extends `ft:${infer Bare}`
  ? Bare
  : Id extends `${VendorName}.${infer Bare}`
    ? Bare
    : Id extends `${string}.${VendorName}.${infer Bare}`
      ? Bare
      : Id

/** The vendor that a bare id names, as `vendorOf` finds it at run time; none where the id does not tell. */
type VendorOfBare<Id extends string> = {
  [Name in VendorName]: Id extends `${Vendors[Name]['except'][number]}${string}`
    ? never
    : Id extends `${Vendors[Name]['begin'][number]}${string}`
      ? Name
      : never
}[VendorName]

/** The vendor that a model's id names, as far as the type knows the id. */
type VendorOf<Model extends string> = string extends Model
  ? never
  : VendorOfBare<BareOf<LastOf<Lowercase<Model>>>>

/** The targets that are a vendor's API, and among them the one that calls its models alone. */
type TargetsOf<Vendor extends VendorName, Calls extends string = string> = {
  [Name in TargetName]: Targets[Name] extends { readonly vendor: Vendor; readonly calls: Calls }
    ? Name
    : never
}[TargetName]

/** The target of a model, as `inferTarget` finds it at run time. */
type TargetOf<Vendor extends VendorName, Format> = [Vendor] extends [never]
  ? TargetName
  : Format extends TargetsOf<Vendor>
    ? Format
    : TargetsOf<Vendor, 'own'>

/** Targets that call every model of a conversation in their format. */
type EveryModels = {
  [Name in TargetName]: Targets[Name] extends { readonly calls: 'every' } ? Name : never
}[TargetName]

/** Options, and of the types of two of them as much as is known. */
export type OptionsFor<Target, Model> = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: Target
  readonly model?: Model
}

/** The request of a format that is also a target; else any. */
type OfFormat<Format> = Format extends TargetName ? Requests[Format] : Requests[TargetName]

/** The request for a model that was asked for. */
type OfModel<Format, Model> = [Model] extends [undefined]
  ? OfFormat<Format>
  : [Model] extends [string]
    ? Requests[Format extends EveryModels ? Format : TargetOf<VendorOf<Model>, Format>]
    : Requests[TargetName]

/**
 * The request that compiling gives: that of the target asked for, else of the model asked for, else of the
 * conversation's own format; any of them where the types of the arguments do not tell.
 */
export type RequestFor<Format extends FormatName | undefined, Target, Model> = [Target] extends [undefined]
  ? OfModel<Format, Model>
  : Target extends infer Name extends TargetName
    ? Requests[Name]
    : Requests[TargetName]
