import { check } from '../form/check.ts'
import { type Family, readInFamily } from '../form/family.ts'
import { type Field, field, filledText, positiveCountField, wordChoiceField } from '../form/field.ts'
import type { Form } from '../form/form.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import { anyKeyField, keyField } from '../template/key-field.ts'

const modes = ['append', 'prepend', 'replace', 'merge']
const key: Field = keyField('Key of the state that the rule writes.')
const most = positiveCountField('notes', 'Maximum number of notes. Default: 200.')
const byModel = {
  prompt: filledText('Instruction for the handler.'),
  model: filledText('Model to call, for a handler that supports several.'),
}

/** Forms of the rules, in the order in which an agent's rules run. */
const memoryRules: { readonly [Kind in MemoryRule['remember']]: { readonly form: Form } } = {
  capture: { form: { title: 'Stores the text of the answer.', needs: { key } } },
  notes: {
    form: {
      title: 'Stores the answer, or the value of a key, as notes.',
      needs: { key },
      takes: {
        mode: wordChoiceField(modes, 'Position of new notes. merge adds only new ones. Default: append.'),
        from: anyKeyField('Key whose value becomes notes. Default: the answer.'),
        most,
        olderThan: positiveCountField('turns', 'Turns after which a note is dropped.'),
      },
      usual: { mode: 'append' },
      rule: {
        check(value, at) {
          const { key: name, olderThan } = value as { readonly key: string; readonly olderThan?: number }
          if (olderThan !== undefined && /^(user|app):/.test(name))
            throw at.wrong('counts turns of one session, but its key belongs to several sessions', {
              help: 'remove olderThan, or limit the notes with most',
            })
        },
        schema: {
          not: {
            required: ['olderThan'],
            properties: { key: { type: 'string', pattern: '^(user|app):' } },
          },
        },
      },
    },
  },
  extract: {
    form: {
      title: 'Stores a value that a handler extracts from the turn.',
      needs: {
        key,
        schema: field(check('a JSON Schema', isObject), { type: 'object' }, 'JSON Schema of the value.'),
      },
      takes: byModel,
    },
  },
  distill: {
    form: {
      title: 'Stores facts that a handler extracts from the turn, as notes.',
      needs: { key },
      takes: { ...byModel, most },
    },
  },
  reconcile: {
    form: {
      title: 'Drops notes that later ones rephrase or contradict.',
      needs: { key },
      takes: byModel,
    },
  },
  consolidate: {
    form: {
      title: 'Merges notes into fewer.',
      needs: { key, over: positiveCountField('notes', 'Number of notes above which they are merged.') },
      takes: byModel,
    },
  },
}

/** Forms of the memory rules, by kind; the field `remember` of a rule names its kind. */
export const memoryRuleFamily: Family = {
  tag: 'remember',
  what: 'memory rule',
  title: 'Kind of the rule.',
  prefix: 'memory.',
  forms: memoryRules,
}

/** Reads a rule into its normal form. Throws a TypeError that names the place (`at`) for an invalid rule. */
export const readMemoryRule = (value: unknown, at: Path): MemoryRule =>
  readInFamily(memoryRuleFamily, value, at) as unknown as MemoryRule
