const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that often begin statements and are not names: people by their role, times, and common subjects of chats. */
const usual = wordSet(
  'user users customer customers client clients patient patients student students person people speaker speakers author authors ' +
    'assistant agent agents bot model caller buyer guest team family wife husband partner spouse friend friends mother father ' +
    'parent parents child children son daughter brother sister boss manager colleague colleagues everyone everybody someone somebody ' +
    'nobody anyone anybody nothing everything something today tomorrow yesterday tonight now morning evening afternoon noon ' +
    'this that these those there here what which who both each either neither one two three all some many most none other others ' +
    'his her its their our your she they budget price cost total amount deadline date time trip travel flight flights hotel train ' +
    'ticket tickets seat seats room booking order orders delivery invoice refund account address phone email mail number name age ' +
    'birthday breakfast lunch dinner meal food coffee tea diet health sleep weight height allergy medicine home house flat city ' +
    'country language job career company business office meeting call calls project plan task tasks goal goals issue issues problem ' +
    'problems bug bugs error errors code file files folder test tests build server service database table query page site app data ' +
    'result results output input value values key keys list report answer question reason choice option change changes fix step ' +
    'steps work tool tools system process status version feature module function class method script config setup support summary ' +
    'music movie book books game games sport car bike dog cat pet hobby school course money salary weather',
)

/** Endings of derived words, which names do not have. */
const derived = /(?:tion|sion|ment|ness|ity|ing|ance|ence|ship|ism|ware|day|work|ly)$/

/** English verbs that may follow a subject. */
const verbs =
  'is|was|has|had|does|did|will|would|can|could|loves|likes|hates|dislikes|prefers|enjoys|wants|needs|wishes|hopes|plans|lives|works|' +
  'studies|teaches|speaks|eats|drinks|plays|owns|uses|drives|knows|thinks|believes|feels|says|said|asks|asked|told|tells|sent|gave|went|' +
  'goes|comes|came|visits|visited|travels|moved|bought|paid|booked|met|married|loved|liked|hated|wanted|needed|preferred|agreed|refused|' +
  'suffers|takes|keeps|cannot|never|always|often|usually|also|just|only|no longer'

const subject = new RegExp(
  `(?:^|[.!?:;]\\s+|\\n[^\\S\\n]*)([\\p{L}]\\p{Ll}{2,})(?:['’]s\\s+\\p{L}|\\s+(?:${verbs})(?![\\p{L}'’]))`,
  'gu',
)

/** Returns the subjects of sentences that may be names: the first words in `Maria loves …`, `Anna's wife …`. */
export const subjectsIn = (text: string): readonly string[] =>
  [...text.matchAll(subject)]
    .map(([, word = '']) => word.toLowerCase())
    .filter(word => !usual.has(word) && !derived.test(word))
