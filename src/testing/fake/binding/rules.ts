/** Rule of a vendor's check of reasoning. Tests can switch off a single rule. */
export interface BindingRule {
  readonly name: string
  readonly says: string
  /** Page of the vendor; `choice` if no page documents the rule, so that the fake chose the strict reading. */
  readonly source: string
}

/** Vendor whose models bind reasoning to earlier content. */
export type BindingVendor = 'anthropic' | 'openai'

/** Function that returns whether a rule is switched on. */
export type Applies = (rule: string) => boolean

const rows = (text: string): readonly BindingRule[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [name = '', says = '', source = ''] = line.split('|').map(cell => cell.trim())
      return { name, says, source }
    })

/**
 * Rules of both vendors' checks, November 2026. Sources: Anthropic "Preserved thinking" (PT), "Prefix checks on
 * thinking blocks" (PC), "Compaction and preserved thinking" (CTB), "Compaction on demand" (COD), "Compaction at a
 * token threshold" (CTH), "What's new in Claude Fable 5.2" (F52), "… Sonnet 5.5" (S55), `@anthropic-ai/sdk` 1.14.0
 * (ASDK); OpenAI "Keep the prefix unchanged" (KPU), "Compaction" (CMP), "Using GPT-6.2" (U62), `openai` 7.59.0
 * (OSDK). M: errors that others recorded in public repositories.
 */
export const bindingRules: Readonly<Record<BindingVendor, readonly BindingRule[]>> = {
  anthropic: rows(`
    system | the system prompt is in the prefix | PT
    tools | tools are in the prefix, in their order | PT
    deferred | a tool with defer_loading is not in the prefix until something references it | PT
    referenced | the definition of a deferred tool counts where something references it | PT
    messages | every earlier message is in the prefix | PT
    system-messages | system messages within the conversation are in the prefix | PT
    boundaries | neighbouring messages of one role are not the same as one message | choice
    shorthand | a string is one text block in messages and system | API reference
    marks | cache marks are not in the prefix | PT
    key-order | the order of JSON keys is not in the prefix | PT
    nulls | a field that is null is absent | choice
    media | media count by their bytes | PT
    settings | nothing else of the request is in the prefix | PT
    aside | earlier thinking is not in the prefix | PT
    gap | each block records the block before it, so that a gap ends all later ones | PT, PC
    put-back | putting a block back ends those made while it was gone | PT
    later | a block that fails takes every later one along | PT
    own-content | a block must come back as it was made | PT
    readers | a model reads only blocks of some models | F52, PT, S55
    account | blocks of newer models work only in the account that made them | S55
    linked | a linked account counts as the account that made the block | S55
    models | only models with preserved thinking bind their blocks | PC
    enforcement | accounts made before the check only get notes, unless the request sets the field | PT
    report-header | drops are reported only with the beta header | ASDK
    field-header | the field for a mismatch needs the beta header | PT
    field-type | the field for a mismatch is taken with adaptive or enabled thinking | PT, S55
    count-check | counting tokens runs the same check | PT
    carry | thinking of kept turns stays valid behind a signed block | CTB
    carry-header | system and tools are equal in the compaction request and after it | CTB
    carry-model | a compaction by a model without preserved thinking ends the thinking before it | CTB
    carry-role | the first kept message has another role than the last summarized one, and is no system message | CTB
    carry-item | thinking made behind a compaction block needs that block | PT
    block-fields | a signed compaction block has no field that the API did not return, not even a null one | COD
    block-single | one compaction block with content, if a signed one is there | COD, ASDK
    block-place | a signed compaction block is the first of all blocks, and not in a system message | COD, ASDK
    block-signature | the signature of a compaction block must verify | COD, ASDK
    block-content | the text of a signed compaction block must come back as it was made | COD, ASDK
    block-sealed | encrypted_content of a signed compaction block must come back as it was made | ASDK
    block-tools | tool_changes of a signed compaction block must come back as they were made | ASDK
    block-header | a signed compaction block needs its beta header | CTB
    block-budget | task_budget.remaining is not taken with a signed compaction block | COD
    asks-header | a request for a compaction needs its beta header | COD
    asks-platform | Bedrock has no compaction on demand | COD
    asks-management | a request for a compaction has no context_management | COD, ASDK
    asks-stops | a request for a compaction has no stop sequences | COD
    asks-format | a request for a compaction has no output format | COD
    asks-choice | a request for a compaction does not force a tool | COD
    asks-budget | a request for a compaction has no task_budget.remaining | COD
    asks-instructions | instructions for a compaction have at most 16,384 characters | COD
    asks-finished | a request for a compaction ends with no open call | COD, ASDK
    asks-something | a compaction needs user or assistant content | COD, ASDK
    no-summary | a compaction without a summary has no content, and its own stop reason | COD
    unavailable | a compaction that cannot be made or read at the moment is a 529 | COD, ASDK
    count-compaction | counting tokens ignores the request for a compaction | COD, ASDK
    bill-demand | usage of a compaction on demand is in iterations, and 0 at the top | COD
    threshold | the prefix begins anew at a block of the threshold compaction | PT
    no-op | a compaction block without content does nothing | ASDK
    threshold-header | compaction at a threshold needs its beta header | CTH
    threshold-least | the threshold is at least 50,000 tokens | CTH
    threshold-signed | compaction at a threshold is not taken with a signed block | COD
    threshold-due | a conversation over the threshold is compacted, and the answer goes on | CTH
    bill-threshold | usage of a compaction at a threshold is in iterations, and not at the top | CTH, ASDK
    threshold-pause | with pause_after_compaction the answer ends behind the block | CTH, ASDK
  `),
  openai: rows(`
    models | only GPT-6.2 and later bind their items | KPU, U62
    tools | request-level tools are in the prefix, in their order | KPU
    format | text.format is in the prefix | KPU
    effort | reasoning.effort is in the prefix | KPU
    items | every earlier item is in the prefix | KPU
    reasoning | earlier reasoning items are in the prefix | choice
    settings | nothing else of the request is in the prefix, instructions included | KPU, U62
    handles | ids and states of items, annotations and log probabilities are not in the prefix | choice
    marks | cache marks are not in the prefix | choice
    shorthand | a string is one text part, and a string as input one user message | API reference
    key-order | the order of JSON keys is not in the prefix | choice
    nulls | a field that is null is absent | choice
    readers | a model reads only items of some models | U62
    account | items work only in the organization that made them | U62
    end-user | items work only for the end user they were made for | U62
    carry | reasoning behind a compaction item stays valid although what preceded the item changed | KPU
    carry-item | reasoning made behind a compaction item needs that item | choice
    pairs | a stored item is not sent without the reasoning item that it follows | M
    trigger | a compaction_trigger is the last item | OSDK, M
    update-neighbours | two configuration_update items are not adjacent | M
    update-compaction | a configuration_update before a compaction item needs another one behind it | M
    update-pro | configuration_update is not taken in pro mode | M
    compaction-seal | sealed content of a compaction item must verify | M
    threshold | input over compact_threshold is compacted, and the answer goes on | CMP, OSDK
    compact-fields | /responses/compact takes only the fields that the SDK types | OSDK
    compact-users | /responses/compact returns all user messages, then one compaction item | OSDK
    window | what /responses/compact returned is passed whole, in its order, and first; else reasoning behind it ends | KPU, choice
  `),
}

/** Returns a function that tells whether a rule of the vendor is on; `without` names the rules that are off. */
export const ruleSwitches = (vendor: BindingVendor, without: readonly string[]): Applies => {
  const names = new Set(bindingRules[vendor].map(rule => rule.name))
  const unknown = without.find(name => !names.has(name))
  if (unknown !== undefined)
    throw new TypeError(`without must be names of rules of ${vendor}, got ${JSON.stringify(unknown)}`)
  return name => names.has(name) && !without.includes(name)
}
