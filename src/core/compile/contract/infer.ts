import type { FormatName } from '../../ir/extra.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Requests, Targets } from '../../vendor/registry.ts'
import type { VendorName, Vendors } from '../../vendor/rows/vendors.ts'
import type { CompileOptions } from './options.ts'

/** Text after the last slash of a model's name. */
type LastOf<Model extends string> = Model extends `${string}/${infer Rest}` ? LastOf<Rest> : Model

/** Lower-case model id without the prefix of a cloud or a fine-tune. */
type BareOf<Id extends string> = Id extends `ft:${infer Bare}`
  ? Bare
  : Id extends `${VendorName}.${infer Bare}`
    ? Bare
    : Id extends `${string}.${VendorName}.${infer Bare}`
      ? Bare
      : Id

/**
 * Type of the vendor of a model id without prefixes, equal to the result of `vendorOf` at run time; `never` if the id
 * names no vendor.
 */
type VendorOfBare<Id extends string> = {
  [Name in VendorName]: Id extends `${Vendors[Name]['except'][number]}${string}`
    ? never
    : Id extends `${Vendors[Name]['begin'][number]}${string}`
      ? Name
      : never
}[VendorName]

/** Type of the vendor of a model's id; `never` if the id's type is not a literal. */
type VendorOf<Model extends string> = string extends Model
  ? never
  : VendorOfBare<BareOf<LastOf<Lowercase<Model>>>>

/**
 * Targets that are APIs of a vendor. `Calls` restricts them, for example to the API that serves only the vendor's own
 * models.
 */
type TargetsOf<Vendor extends VendorName, Calls extends string = string> = {
  [Name in TargetName]: Targets[Name] extends { readonly vendor: Vendor; readonly calls: Calls }
    ? Name
    : never
}[TargetName]

/** Target of a model, equal to the result of `inferTarget` at run time. */
type TargetOf<Vendor extends VendorName, Format> = [Vendor] extends [never]
  ? TargetName
  : Format extends TargetsOf<Vendor>
    ? Format
    : TargetsOf<Vendor, 'own'>

/** Formats that are also targets for models of any vendor. */
type EveryModels = {
  [Name in TargetName]: Targets[Name] extends { readonly calls: 'every' } ? Name : never
}[TargetName]

/** Options of a compile, with the types of `target` and `model`. */
export type OptionsFor<Target, Model> = Omit<CompileOptions, 'target' | 'model'> & {
  readonly target?: Target
  readonly model?: Model
}

/** Request type of a format that is also a target; for any other format, the union of all request types. */
type OfFormat<Format> = Format extends TargetName ? Requests[Format] : Requests[TargetName]

/** Request type for the option `model`; without this option, for the conversation's format. */
type OfModel<Format, Model> = [Model] extends [undefined]
  ? OfFormat<Format>
  : [Model] extends [string]
    ? Requests[Format extends EveryModels ? Format : TargetOf<VendorOf<Model>, Format>]
    : Requests[TargetName]

/**
 * Type of the request that a compile returns: for the option `target`, else for the option `model`, else for the
 * conversation's own format. It is the union of all requests if the types of the arguments do not decide.
 */
export type RequestFor<Format extends FormatName | undefined, Target, Model> = [Target] extends [undefined]
  ? OfModel<Format, Model>
  : Target extends infer Name extends TargetName
    ? Requests[Name]
    : Requests[TargetName]
