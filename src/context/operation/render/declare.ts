import { oneOf } from '../../../validate/check.ts'
import type { Form } from '../../../validate/form.ts'

/** Units are told as words, between tags that name who said them. */
export const renderForm: Form = { needs: { as: oneOf(['text']) } }
