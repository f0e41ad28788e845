import type { Meaning } from './sentence-meanings.ts'

/** The beginning of an order: of the sentence, of a list entry, or after whom it is said to. */
const begins =
  '^(?:[-*+>#|\\s]|\\d{1,2}[.)])*(?:(?:please|now|first|then|always|also|important|note|assistant|agents?|you\\s(?:must|should|will|are\\sto)|from\\s(?:now|here|this\\spoint)\\son)\\b[\\s,:*]{0,4}){0,3}'
const rules =
  '(?:instructions?|guidance|guidelines?|rules?|directions?|directives?|constraints?|orders?|prompts?|polic(?:y|ies)|restrictions?|messages?)'
const before =
  '(?:previous|prior|earlier|above|preceding|original|initial|system|developer|operator)'
/** What the agent had been told before it read this text. */
const given = `(?:\\b${before}(?:\\s\\w{1,15})?\\s${rules}\\b|\\b${rules}\\s(?:\\w{1,12}\\s){0,2}(?:above|before\\sthis|(?:you|they)\\s(?:were|had|have)|from\\sthe\\s(?:system|operator))|\\b(?:what|whatever|everything|anything|all)\\s(?:that\\s)?(?:you\\s(?:were|had\\sbeen|have\\sbeen)|the\\ssystem\\s(?:prompt|message)))`
const neglect =
  "(?:ignore|disregard|forget|override|bypass|discard|abandon|dismiss|pay\\sno\\s(?:attention|heed)\\sto|set\\saside|put\\saside|(?:do\\snot|don't|no\\slonger|stop)\\s(?:follow|obey|heed|apply)(?:ing)?|take\\sno\\snotice\\sof)"
const thisText =
  '(?:(?:this|these|the\\spresent)\\s(?:\\w{1,12}\\s)?(?:skill|file|document|page|text|rules?|instructions?|section|duty|law|claim|notes?|polic(?:y|ies)|comments?)|comments?\\sof\\sthis\\sfile)'

/** What came before no longer counts. */
export const overrideMeanings: readonly Meaning[] = [
  { all: [new RegExp(given), new RegExp(`${begins}${neglect}\\b[^;]{0,80}?${given}`)] },
  {
    all: [
      new RegExp(given),
      /\b(?:no\slonger\s(?:counts?|apply|applies|holds?|matters?|binds?)|(?:do|does)\snot\s(?:count|apply|hold|matter|bind)\s(?:to\syou|any\s?more|from\snow))\b|\b(?:is|are)\s(?:now\s)?(?:void|suspended|cancell?ed|superseded|lifted|obsolete)\b/,
    ],
    unless: /\b(?:if|when|unless|where|because)\b/,
  },
  {
    all: [
      /\b(?:takes?\sprecedence|overrides?|outranks?|ranks?\sabove|supersedes?|comes?\sbefore|wins?\sover|has\spriority|have\spriority|order\s(?:of\s\w{1,12}\s)?is|(?:obey|follow|trust|prefer|believe)\b[^.]{0,60}?\b(?:over|rather\sthan|before|instead\sof))\b/,
      /\b(?:system\s(?:prompt|message)|(?:anything|whatever|what)\s(?:that\s)?(?:the\s)?(?:user|person|human|they)|(?:wish(?:es)?|words?|requests?|orders|will|objections?|commands?)\sof\s(?:the\s)?(?:user|person|human|operator)|(?:over|above)\sthe\s(?:user|person|human|operator)|(?:prior|earlier|previous)\sinstructions?)\b/,
      new RegExp(`\\b${thisText}\\b`),
    ],
    unless: /\b(?:not|never|cannot|can't|doesn't)\b/,
  },
]

/** Nothing is forbidden any more. */
export const limitMeanings: readonly Meaning[] = [
  {
    all: [
      /\b(?:from\s(?:now|here|this\spoint)\son|you\sare\snow|act\sas|pretend|role-?play)\b/,
      /\b(?:no|without(?:\sany)?|free\sof(?:\sall)?|not\sbound\sby(?:\sany)?)\s(?:\w{1,12}\s)?(?:restrictions?|limits?|limitations|filters?|guardrails)\b|\bunrestricted\b/,
      /\b(?:you|assistant|ai|model)\b/,
    ],
  },
]

const secrecy =
  /\b(?:(?:need|have|has|required)\s(?:not|no\s(?:need|reason))(?:\sto)?|(?:need|do(?:es)?)\snot\s(?:have\s|need\s)to|no\sneed\sto)\s(?:tell|inform|mention|notify|report|show)\b/

/** What the agent does is kept from the person. */
export const hiddenFromUserMeanings: readonly Meaning[] = [
  {
    all: [
      secrecy,
      /\b(?:the\s|your\s)(?:user|human|person|operator|owner)\b(?!\s(?:ids?|names?|input|data|interface))/,
      /\babout\b|\bthat\syou\b/,
    ],
  },
  {
    all: [
      /\bwithout\s(?:telling|informing|notifying|alerting)\s(?:anyone|anybody|people|them)\b/,
      new RegExp(`${begins}(?:run|execute|send|upload|do|call|start|install|copy|post)\\b`),
    ],
  },
  {
    all: [
      /\b(?:keep|leave|omit)\s(?:this|it|that|the)\s?(?:step|upload|request|command|call|action)?\b[^,;]{0,20}?\b(?:out\sof|from)\s(?:the|your)\s(?:summary|report|answer|reply|response|log|transcript)/,
      /\b(?:step|upload|request|command|call|action|script|history|send|run|sent|ran)\b/,
    ],
    unless: /\bif\b|\bwhen\b/,
  },
]

const judge =
  /(?<![\w-])(?:models?|reviewers?|auditors?|scanners?|judges?|classifiers?|graders?|moderators?|(?:security|automated|automatic|safety)\s(?:\w{1,12}\s)?(?:analysis|review|scan|check|audit|tool)s?|(?:analysis|audit|review|scan)\s(?:must|should|shall|has\sto|will)|(?:checks?|rates?|reviews?|scans?|judges?|audits?|evaluates?)\sskills)\b/
const judged = /\bthis\s(?:skill|package|plugin|file|one|repository|document)\b/

/** Who judges the skill is told what to find. */
export const judgeMeanings: readonly Meaning[] = [
  {
    all: [
      judged,
      judge,
      /\b(?:(?:must|should|shall|has\sto|have\sto|is\sto|are\sto|please|will)\s(?:\w{1,12}\s){0,2}?(?:approve|conclude|pass|trust|accept|clear|classify|rate|label|mark|report\sno|find\sno)|report\s(?:no|zero|nothing)|approve\sthis|(?:rate|classify|label|mark|treat|clear)\s(?:this|it)\b)/,
      /\b(?:approve|pass|safe|benign|harmless|clean|trust(?:ed)?|accept|no\s(?:findings?|issues?|risks?|threats?|problems?)|nothing|without\s(?:reading|looking|opening|checking)|not\smalicious|low\srisk)\b/,
    ],
    unless:
      /\b(?:pull\srequest|commit|if\s(?:all|the|no|every)|only\s(?:if|when|after)|unless|before)\b/,
  },
]

/** The answer that a judging model should give, word for word. */
export const verdictMeanings: readonly Meaning[] = [
  {
    all: [
      /\b(?:classif(?:y|ied)|mark(?:ed)?|rated?|label(?:led)?|treat(?:ed)?|output|answer|respond|return|report)\b/,
      /\bas\s(?:benign|harmless|not\smalicious)\b|["'](?:is_)?malicious["']\s{0,2}:\s{0,2}false|\brisk\s(?:score|level)\s{0,2}[:=]?\s{0,2}(?:0|zero|none|low)\b/,
      /\b(?:reviewers?|scanners?|auditors?|assessment|analysis|verdict|audit|review|scan)\b/,
      /\b(?:this|the)\s(?:skill|folder|package|plugin|file|script)s?\b/,
    ],
    unless: /\bif\b|\bwhen\b|\bunless\b/,
  },
]

const outside =
  /https?:\/\/(?!localhost|127\.0\.0\.1|(?:[\w-]{1,60}\.)?example\.(?:com|org|net))[\w.-]{3,200}|\b(?:into|in|to)\s(?:the|this|a)\s(?:chat|issue|gist|pull\srequest|paste|comment)\b/
const sends =
  /\b(?:send|sends|post|upload|submit|forward|transmit|deliver|put|paste|hand|email|publish|push|share)\b/
const privateData =
  /\b(?:contents?\sof\s(?:every|all|each|any)\s(?:\w{1,15}\s)?files?|(?:whole|entire|full|complete)\s`?\.env`?|[a-z][a-z0-9]{1,20}(?:_[a-z0-9]{1,20}){0,3}_(?:key|token|secret|password)|(?:private|ssh|signing)\skeys?|seed\sphrase|recovery\s(?:phrase|words)|session\scookies?|browser\scookies?|saved\spasswords?)\b/
const takes =
  /\b(?:contents?\sof|take|read|collect|gather|copy|open|look\sup|paste|grab|fetch|load|extract|find|values?\sof)\b/

/** What is private is taken and carried out. */
export const sendMeanings: readonly Meaning[] = [
  {
    all: [privateData, outside, sends, takes],
    unless:
      /\b(?:never|do\snot|don'?t|must\snot|avoid|headers?|authorization|bearer|sign\s?up|dashboard|console|your\sown)\b/,
  },
]
