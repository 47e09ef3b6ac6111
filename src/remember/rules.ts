import { isObject } from '../ir/json.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import { anyKeyField, keyField } from '../template/key-field.ts'
import { check } from '../validate/check.ts'
import { amount, choice, type Field, field, filledText } from '../validate/field.ts'
import { type Form, readTagged } from '../validate/form.ts'
import type { Path } from '../validate/path.ts'

const modes = ['append', 'prepend', 'replace', 'merge']
const key: Field = keyField('The key of the state that it writes.')
const most = amount('notes', 'The most notes that are kept; 200 when left out.')
const byModel = {
  prompt: filledText('The task of the handler.'),
  model: filledText('The model to call, for a handler that knows several.'),
}

/** Forms of the rules, in the order in which an agent's rules run. */
export const memoryRules: { readonly [Kind in MemoryRule['remember']]: { readonly form: Form } } = {
  capture: { form: { title: 'The text of the answer is kept.', needs: { key } } },
  notes: {
    form: {
      title: 'The answer, or the value of a key, becomes notes.',
      needs: { key },
      takes: {
        mode: choice(modes, 'Where new notes go; merge adds only those that are new; append when left out.'),
        from: anyKeyField('The key whose value is noted; the answer when left out.'),
        most,
        olderThan: amount('turns', 'The turns after which a note is dropped.'),
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
      title: 'A value that a handler reads from the turn is kept.',
      needs: {
        key,
        schema: field(check('a JSON Schema', isObject), { type: 'object' }, 'The JSON Schema of the value.'),
      },
      takes: byModel,
    },
  },
  distill: {
    form: {
      title: 'Facts that a handler reads from the turn become notes.',
      needs: { key },
      takes: { ...byModel, most },
    },
  },
  reconcile: {
    form: {
      title: 'Notes that later ones repeat in other words, or contradict, are dropped.',
      needs: { key },
      takes: byModel,
    },
  },
  consolidate: {
    form: {
      title: 'Notes are merged into fewer.',
      needs: { key, over: amount('notes', 'The number of notes beyond which they are merged.') },
      takes: byModel,
    },
  },
}

/** Reads a rule into its one form. Throws a TypeError that names the place (`at`) for anything else. */
export const readMemoryRule = (value: unknown, at: Path): MemoryRule =>
  readTagged('remember', 'memory rule', memoryRules, value, at) as unknown as MemoryRule
