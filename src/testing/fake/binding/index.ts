export type { BindingAnswer } from './answer.ts'
export type { BindingOptions } from './options.ts'
export { type BindingProvider, bindingProvider } from './provider.ts'
export { type BindingVendor, bindingRules } from './rules.ts'
