import { mapTexts } from '../../../core/text/map-texts.ts'
import { QuestionError } from './question.ts'
import type { RunningCall } from './settle-call.ts'
import { mapErrorTexts, mapResultTexts } from './tool-result.ts'

/** Arguments of a call with the real values of its placeholders, and a function that hides these values in a text. */
interface Revealed {
  readonly input: unknown
  readonly hide: (text: string) => string
}

/**
 * Runs a tool's function with real values in place of placeholders. In its result, its error and its state changes, the
 * real values are replaced by placeholders again.
 */
export async function runWithRealValues(
  { signal, state }: Pick<RunningCall, 'signal' | 'state'>,
  input: unknown,
  revealed: Revealed | null,
  run: (input: unknown) => unknown,
): Promise<unknown> {
  if (revealed === null) return run(input)
  const { hide } = revealed
  try {
    return mapResultTexts(await run(revealed.input), hide)
  } catch (error) {
    if (error instanceof QuestionError) throw hiddenQuestion(error, hide)
    throw signal.aborted ? error : mapErrorTexts(error, hide)
  } finally {
    state.changeTexts(hide)
  }
}

/** Returns a question with changed texts. Its state stays as it is, because only the tool reads it. */
const hiddenQuestion = (
  { question: { state, ...shown } }: QuestionError,
  hide: Revealed['hide'],
): QuestionError => new QuestionError({ ...mapTexts(shown, hide), state })
