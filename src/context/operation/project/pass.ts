import { textPass } from '../../../pass/text-pass.ts'
import { projectJson } from './project-json.ts'

/** `.project`: results that are JSON are shown with some fields only. */
export const project = textPass('project', (text, operation) => projectJson(text, operation))
