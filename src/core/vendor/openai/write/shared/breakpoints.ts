import { settingDropped } from '../../../../diag/target.ts'
import { isObject } from '../../../../ir/json.ts'
import type { ModelFacts, OpenAIRules } from '../../../../ir/model.ts'
import { countCommonItems } from '../../../../target/checked.ts'
import type { Draft } from '../../../../target/rule.ts'
import { canBear, dropMarks, listKeys, type WireItem } from './cache.ts'
import { openaiCache } from './models.ts'

type Facts = ModelFacts<OpenAIRules>

const why = 'this model allows no cache mark there'

/** Whether the model accepts a mark on a content part. For an unknown model the mark is kept. */
function isMarkAccepted(piece: unknown, facts: Facts): boolean {
  const rules = openaiCache(facts)
  if (rules === null || !isObject(piece) || piece.prompt_cache_breakpoint == null) return true
  return rules.marks > 0 && canBear(piece, rules.holders)
}

/** Rules R20 and C14: removes cache marks that the API would refuse. */
export function dropBreakpoints<Item extends object>(
  items: readonly Item[],
  { facts, origins, note, unchanged }: Omit<Draft<never, OpenAIRules>, 'request'>,
): Item[] {
  const clean = items.slice()
  for (let index = countCommonItems(items, unchanged); index < items.length; index++) {
    const item = items[index] as Item
    const kept = dropMarks(item as WireItem, origins, piece => isMarkAccepted(piece, facts)) as Item
    if (kept === item) continue
    clean[index] = kept
    note({
      kind: `CX7012 prompt_cache_breakpoint ${why}`,
      say: ([at]) => settingDropped('prompt_cache_breakpoint', why, at),
      at: origins.originsIn(item).whole ?? 'c:request',
    })
  }
  return clean
}

/** Checks rules R20 and C14: cache marks are only on content parts for which the model accepts them. */
export function checkBreakpoints(
  item: object,
  report: (text: string, inside?: string) => void,
  facts: Facts,
): void {
  for (const key of listKeys) {
    const list = (item as WireItem)[key]
    if (!Array.isArray(list)) continue
    for (const [place, piece] of list.entries())
      if (!isMarkAccepted(piece, facts)) report(why, `/${key}/${place}`)
  }
}
