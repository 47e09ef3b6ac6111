/** A sentence of a meeting and the turn that it comes from. */
export interface Told {
  readonly meeting: number
  readonly seq: number
  readonly speaker: string
  readonly text: string
  readonly seqs: readonly number[]
  readonly speakers: readonly string[]
}

interface Statement {
  readonly text: string
  readonly from: readonly number[]
}

/** Makes a false statement of a true one; null if it cannot be made of it. */
export type Lie = (told: Told, other: Told, random: () => number) => Statement | null

const pick = <Item>(list: readonly Item[], random: () => number): Item =>
  list[Math.floor(random() * list.length)] as Item

/** Replaces the first match; null if there is none. */
const swapped = ({ seq, text }: Told, from: RegExp, to: (found: string) => string): Statement | null => {
  const found = from.exec(text)
  return found === null ? null : { text: text.replace(found[0], to(found[0])), from: [seq] }
}

const verbs = /\b(is|are|was|were|will|can|should|would|could)\b(?! not)/

/**
 * Lies by kind. The last three kinds use the words of the meeting, so that only a reader who understands them could find the
 * lie.
 */
export const lies: Readonly<Record<string, Lie>> = {
  'invented number': ({ seq, text }, _, random) => ({
    text: `${text} There are ${137 + Math.floor(random() * 9_000)} of them.`,
    from: [seq],
  }),
  'changed number': (told, _, random) =>
    swapped(told, /\b\d+\b/, () => String(211 + Math.floor(random() * 7_000))),
  'invented path': ({ seq, text }, _, random) => ({
    text: `${text} It is in src/report/part${Math.floor(random() * 90)}.ts.`,
    from: [seq],
  }),
  'invented quote': ({ seq, text }, other) => ({
    text: `${text} He said "${other.text.split(' ').slice(0, 4).join(' ')} never again".`,
    from: [seq],
  }),
  'invented name': ({ seq, text }, _, random) => ({
    text: `${text} It was asked by ${pick(['Bartholomew', 'Quentina', 'Zebediah', 'Marguerite', 'Thaddeus'], random)}.`,
    from: [seq],
  }),
  'reference to nothing': ({ text, seqs }) => ({ text, from: [seqs.length + 7] }),
  'reference to another message': ({ seq, text, seqs }, _, random) => {
    const other = pick(seqs, random)
    return other === seq ? null : { text, from: [other] }
  },
  'statement of another meeting': ({ meeting, seq }, other) =>
    meeting === other.meeting ? null : { text: other.text, from: [seq] },
  negation: told => swapped(told, verbs, verb => `${verb} not`),
  'wrong subject': ({ seq, text, speaker, speakers }, _, random) => {
    const other = pick(speakers, random)
    return other === speaker ? null : { text: `${other} said that ${text}`, from: [seq] }
  },
  'swapped decision': told => {
    const words = told.text.split(' ').filter(word => /^[a-z]{6,}$/.test(word))
    const [first, second] = [words[0], words.at(-1)]
    if (first === undefined || second === undefined || first === second) return null
    const text = told.text.replace(first, '\0').replace(second, first).replace('\0', second)
    return { text, from: [told.seq] }
  },
}
