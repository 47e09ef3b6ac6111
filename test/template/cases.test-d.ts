// Checked by tsc alone. The types read every case of the table as the parser does.
import type { OptionalTemplateKeys, TemplateKeys } from '../../src/core/template/template-keys.ts'
import type { cases, TemplateCase } from './cases.ts'

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false
type Failure<Case extends TemplateCase> =
  Same<TemplateKeys<Case[0]>, Case[1][number]> extends true
    ? Same<OptionalTemplateKeys<Case[0]>, Case[2][number]> extends true
      ? never
      : { template: Case[0]; optional: OptionalTemplateKeys<Case[0]> }
    : { template: Case[0]; required: TemplateKeys<Case[0]> }
type Failures<Cases extends readonly TemplateCase[]> = {
  [Index in keyof Cases]: Failure<Cases[Index]>
}[number]
type None<Failing extends never> = Failing

// An error here names the cases that the types read otherwise.
export type Table = None<Failures<typeof cases>>

// The check is no empty one.
// @ts-expect-error
export type WrongKey = None<Failures<[['{name}', ['city'], [], '']]>>
// @ts-expect-error
export type KeyTooMany = None<Failures<[['{name}', ['name', 'city'], [], '']]>>
// @ts-expect-error
export type KeyTooFew = None<Failures<[['', [], [], ''], ['{name}', [], [], '']]>>
// @ts-expect-error
export type NotOptional = None<Failures<[['{name?}', ['name'], [], '']]>>
// @ts-expect-error
export type OptionalTooMany = None<Failures<[['{name}', ['name'], ['name'], '']]>>
