import type { TokenCounter } from '../../count/tokenizer.ts'
import { secretRules } from './scanner.ts'
import type { Span } from './span.ts'
import { Walk } from './walk.ts'

/** Finds secrets in a text. */
export function findSecrets(text: string, counter?: TokenCounter): Span[] {
  const { rules, automaton } = secretRules()
  const walk = new Walk(rules, automaton, counter)
  walk.reader.append(text)
  const found: Span[] = []
  walk.run(found)
  return found
}
