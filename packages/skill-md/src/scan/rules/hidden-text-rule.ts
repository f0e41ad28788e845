import { patternRule } from '../scan-rule.ts'
import { hiddenFromUserMeanings } from './order-meanings.ts'
import { withMeanings } from './sentence-meanings.ts'

/** Where an order begins: a sentence, a list entry, or what is said to the model. */
const start =
  /(?:(?:^|[.!?:;)\n>*|"'`(-])\s{0,4}(?:\d{1,2}\.\s{1,3})?[*_]{0,2}|\b(?:you|must|and|then|but|agent|assistant|model|ai|always|also|please|should|shall|so|just|or|important),?\s{1,3}[*_]{0,2})/
/** The one user of the agent: neither several, nor the first part of another word. */
const person =
  /(?:the\s{1,3}|your\s{1,3}|any\s{1,3})?(?:user|human|person|operator|owner|developer)(?![\w-]|\s{1,3}(?:ids?|names?|data|input|accounts?|interface|prompts?|agents?|stor(?:y|ies)|tables?|records?|experience|settings?|preferences?|profiles?|roles?|permissions?)\b)/
const negation = /(?:do\s{1,3}not|don'?t|never)/
const verb =
  /(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|show(?:ing)?|report(?:ing)?)/
const words = /\s{1,3}(?:(?!an?\s)[\w'-]{1,20}\s{1,3}){0,6}?(?:to\s{1,3})?/
const hide =
  /(?:keep|hide)\s{1,3}(?:this|it|that|these\s{1,3}steps?)\s{1,3}(?:(?!avoid|prevent)\w{1,20}\s{1,3}){0,4}?(?:secret|hidden|from\s{1,3}the\s{1,3}(?:user|human|operator)\b)/
const silently =
  /(?<!\b(?:without|never|not|don'?t|avoid|than|of|no|cannot|can|could|may|might|would|will|which|that|who|they|it|agents?|models?)\s{1,3})\b(?:silently|secretly|covertly|in the background without)\s{1,3}(?:run|send|upload|execute|post|copy|collect|exfiltrate|install|forward)\b/
const mustNotKnow =
  /(?:user|human|person|operator|owner)(?:\s{1,3}\w{1,15}){0,5}?\s{1,3}(?:must|should|may|need|does)\s{1,3}(?:not|never)\s{1,3}(?:find\s{1,3}out|notice|know\s{1,3}(?:that|about|of)|learn\s{1,3}(?:that|about|of)|be\s{1,3}(?:told|informed|aware))/

/** A story for the person who asks. */
const coverStory =
  /\bif\s{1,3}(?:the\s{1,3})?(?:user|human|person|anyone|anybody|someone|somebody|they)\s{1,3}asks?\b[^\n.]{0,60}?\b(?:you|it|this)\s{1,3}(?:did|do|does|have|has|are|is|was|were|ran|sent)\b[^\n.]{0,60}?\b(?:say|answer|claim|reply|respond|pretend|insist)\s{1,3}(?:that\s{1,3})?(?:you|it|this)\s{1,3}(?:\w{1,15}\s{1,3})?(?:only|just|merely)\b|\bif\s{1,3}(?:the\s{1,3})?(?:user|anyone|someone)\s{1,3}asks?\b[^\n.]{0,60}?\b(?:deny|pretend)\b/

/** A result that is not good enough yet; what was done is not hidden by that. */
const unfinished =
  /(?!\s{1,3}an?\s{1,3}(?:flawed|broken|incomplete|unfinished|half-finished|unverified|blank)\s{1,3}(?:result|draft|image|version|page|screen|answer|output)\b)/

const parts = [
  `(?<=${start.source})${negation.source}\\s{1,3}${verb.source}${words.source}${person.source}${unfinished.source}`,
  `\\bwithout\\s{1,3}(?:telling|informing|notifying|alerting)\\s{1,3}(?:the|your)\\s{1,3}(?:user|human|operator|owner)(?![\\w-])`,
  `(?<!(?:_key|\\b(?:api|private|signing|access)\\skeys?|\\btokens?|\\bpasswords?)\\b[^.\\n]{0,80})\\b${hide.source}`,
  silently.source,
  `\\b${mustNotKnow.source}`,
  coverStory.source,
]

const rule = patternRule(
  {
    id: 'prompt.conceal',
    severity: 'high',
    message: 'It tells the model to hide from the user what it does.',
    attack: 'Lets the model act without the person who answers for it noticing.',
    fix: 'Remove it: the user may know everything.',
  },
  ['prose', 'comment', 'frontmatter', 'code'],
  { pattern: new RegExp(parts.join('|')) },
)

export const hiddenTextRule = withMeanings(rule, hiddenFromUserMeanings)
