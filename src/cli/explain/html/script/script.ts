import { jump } from './jump.ts'
import { keys } from './keys.ts'
import { search } from './search.ts'

/** Script of the page. Rows open without it. It writes no markup. */
export const script = `
const blocks = [...document.querySelectorAll('details.block')]
const filter = document.querySelector('#filter')
${search}${jump}${keys}`
