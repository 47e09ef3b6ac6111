import { oneOf } from '../../agent/must.ts'
import type { Form } from '../form.ts'

/** Units are told as words, between tags that name who said them. */
export const renderForm: Form = { needs: { as: oneOf(['text']) } }
