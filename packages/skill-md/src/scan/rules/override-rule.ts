import { patternRule, type SegmentRule } from '../scan-rule.ts'
import { overrideMeanings } from './order-meanings.ts'
import { withMeanings } from './sentence-meanings.ts'

const verb = '(?:ignore|disregard|forget|override|bypass|drop)'
const scope =
  "(?:previous|prior|earlier|above|preceding|other|existing|original|system|safety|developer|user'?s?)"
const object =
  '(?:instruction|prompt|rule|guideline|direction|message|constraint|polic|command|order|restriction)'
/** A text that says that it is not done, or that it must not be, orders nothing. */
const refused =
  "(?<!\\b(?:cannot|can't|can\\s{1,3}not|won't|will\\s{1,3}not|must\\s{1,3}not|do\\s{1,3}not|don't|not\\s{1,3}to|refuses?\\s{1,3}to)\\s{1,3})"
/** The last thing of a sentence that lists what must not be done: a comma alone would let an order follow. */
const prohibited =
  /\b(?:never|must\s{1,3}not|may\s{1,3}not|do\s{1,3}not|don't|cannot|does\s{1,3}not)\s(?!(?:forget|fail|hesitate|wait)\b)[^.!?;:]{1,200}\bor\s{1,3}$/
const direct = `${refused}\\b${verb}\\s{1,3}(?:all\\s{1,3}|any\\s{1,3}|every\\s{1,3})?(?:of\\s{1,3})?(?:the\\s{1,3}|your\\s{1,3}|these\\s{1,3}|those\\s{1,3}|my\\s{1,3})?${scope}\\s{1,3}(?:and\\s{1,3}\\w{1,20}\\s{1,3})?(?:\\w{1,20}\\s{1,3})?${object}`
const given = '(?:were|was|have\\s{1,3}been|has\\s{1,3}been|got|received|had)'
const noun =
  '(?:instructions?|guidance|rules?|guidelines?|directions?|constraints?|orders?|prompts?|polic(?:y|ies))'
/** The same in other words: what came before no longer counts. */
const paraphrased = [
  `\\b(?:forget|disregard|ignore)\\s{1,3}(?:everything|anything|whatever|all)\\s{1,3}(?:that\\s{1,3})?you\\s{1,3}(?:were|have\\s{1,3}been|got|received)\\b`,
  `\\btakes?\\s{1,3}precedence\\s{1,3}over\\s{1,3}(?:the\\s{1,3}|any\\s{1,3}|all\\s{1,3})?(?:system\\s{1,3}(?:message|prompt)|user'?s?\\s{1,3}(?:message|wishes|words)|what\\s{1,3}the\\s{1,3}user\\s{1,3}says)`,
  `\\b(?:treat|consider|regard|deem)\\s{1,3}(?:all|any|every)\\s{1,3}(?:\\w{1,15}\\s{1,3}){0,2}?${noun}\\b[^\\n.]{0,80}?\\bas\\s{1,3}(?:void|obsolete|invalid|superseded|cancell?ed)\\b`,
  `\\b(?:treat|consider|regard|deem)\\s{1,3}(?:all\\s{1,3}|any\\s{1,3}|every\\s{1,3})?(?:the\\s{1,3}|your\\s{1,3}|other\\s{1,3}|prior\\s{1,3}|previous\\s{1,3}|earlier\\s{1,3}){0,2}${noun}\\b[^\\n.]{0,80}?\\b(?:void|obsolete|invalid|superseded|null|cancell?ed|no\\s{1,3}longer\\s{1,3}valid|as\\s{1,3}outdated|replaced)\\b`,
  `\\b(?:everything|anything|whatever|all|${noun})\\s{1,3}(?:that\\s{1,3})?(?:you\\s{1,3})?${given}\\s{1,3}(?:told|given|instructed|said)\\b[^\\n.]{0,60}?\\b(?:no\\s{1,3}longer\\s{1,3}(?:applies|apply|counts?|holds?|matters?)|does\\s{1,3}not\\s{1,3}(?:apply|count)|is\\s{1,3}(?:void|cancell?ed|superseded))\\b`,
  `\\b(?:your|the)\\s{1,3}(?:previous|prior|earlier|original|system|initial)\\s{1,3}${noun}\\s{1,3}(?:no\\s{1,3}longer|do\\s{1,3}not|don'?t|are\\s{1,3}(?:now\\s{1,3})?(?:void|superseded|replaced|cancell?ed|obsolete))`,
]

const rule = patternRule(
  {
    id: 'prompt.override',
    severity: 'high',
    message: 'It tells the model to disregard its instructions.',
    attack: 'Replaces the rules of the organisation and the wishes of the user by its own.',
    fix: 'Say what to do; other instructions stay in force.',
  },
  ['prose', 'comment', 'frontmatter', 'code'],
  {
    pattern: new RegExp([direct, ...paraphrased].join('|')),
    severityOf: (_, { segment, at }) => {
      const before = segment.folded.slice(Math.max(0, at - 240), at)
      return prohibited.test(before) ? 'medium' : 'high'
    },
  },
)

export const overrideRule: SegmentRule = withMeanings(rule, overrideMeanings)
