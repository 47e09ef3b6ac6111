import { existsSync } from 'node:fs'
import { readRuns } from '../../../../scripts/runs.ts'
import type { Draw } from '../draw.ts'

/** Texts of one step of a conversation: what the user or a tool says, and what the model says. */
export interface Texts {
  readonly asked: (draw: Draw) => string
  readonly answered: (draw: Draw) => string
}

const generated: Texts = {
  asked: draw => `Words. ${'more of them '.repeat(draw.upTo(24))}`,
  answered: draw => `An answer. ${'words that fill some room '.repeat(draw.upTo(10))}`,
}

/** Most characters of one recorded text: long texts would make judging slow. */
const longest = 600

const textIn = ({ content }: { readonly content?: unknown }): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/**
 * Returns the texts of a conversation: generated, or of a recorded run, from a drawn message on. `folder` holds recorded
 * runs; without it all texts are generated.
 */
export function textsFrom(folder: string | undefined): (draw: Draw) => Texts {
  if (folder === undefined || !existsSync(folder)) return () => generated
  const { chat, native } = readRuns(folder)
  const runs = [...chat, ...native].map(({ messages }) => {
    const said = messages as readonly { readonly role: string; readonly content?: unknown }[]
    const of = (isModel: boolean): readonly string[] =>
      said
        .filter(({ role }) => (role === 'assistant') === isModel && role !== 'system')
        .map(message => textIn(message).slice(0, longest))
        .filter(text => text.trim() !== '')
    return { asked: of(false), answered: of(true) }
  })
  const whole = runs.filter(({ asked, answered }) => asked.length > 0 && answered.length > 0)
  return draw => {
    if (draw.oneIn(2)) return generated
    const { asked, answered } = draw.pick(whole)
    let at = draw.upTo(asked.length)
    const next = (texts: readonly string[]): string => texts[at++ % texts.length] as string
    return { asked: () => next(asked), answered: () => next(answered) }
  }
}
