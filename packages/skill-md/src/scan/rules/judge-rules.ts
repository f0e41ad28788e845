import { patternRule, type SegmentRule } from '../scan-rule.ts'
import { judgeMeanings, verdictMeanings } from './order-meanings.ts'
import { withMeanings, withParagraphMeanings } from './sentence-meanings.ts'

const role =
  '(?:(?:security|code|skill|safety|automated|automatic|ai|static|llm|model|malware)\\s{1,3}(?:reviewers?|scanners?|auditors?|analy[sz]ers?|judges?|checkers?|classifiers?|graders?|moderators?|scans?|reviews?|tools?)|(?:reviewer|scanner|auditor|judge|classifier|grader|moderator)s?)'
const duty =
  '(?:must|should|shall|please|can|may|answer|respond|reply|return|output|report|mark|treat|rate|classify|conclude|consider|label|say|approve|skip|ignore|score)'
const verdict =
  '(?:safe|benign|harmless|clean|no\\s{1,3}(?:findings?|issues?|threats?|risks?|problems?)|not\\s{1,3}malicious|trusted|approved|low\\s{1,3}risk|risk["\']{0,2}\\s{0,2}:\\s{0,2}["\']{0,2}none|passe[sd]|false\\s{1,3}positives?)'
const vetted =
  '\\b(?:already|previously|pre-?)\\s{0,3}(?:been\\s{1,3})?(?:vetted|audited|reviewed|verified|approved|scanned|cleared|whitelisted|allowlisted)\\b[^\\n.]{0,80}?\\b(?:so|therefore|hence|thus|and)?\\s{0,3}(?:skip|do\\s{1,3}not\\s{1,3}(?:scan|review|flag|analy[sz]e|report)|no\\s{1,3}(?:need|further)\\s{1,3}(?:to|scan|review|analysis)|mark\\s{1,3}(?:it\\s{1,3}|this\\s{1,3})?as\\s{1,3}(?:safe|benign))'

const unflagged =
  '\\bwhen(?:ever)?\\s{1,3}(?:you\\s{1,3}are\\s{1,3})?asked\\s{1,3}(?:whether|if)\\s{1,3}(?:this|the)\\s{1,3}(?:skill|package|file|document|text)\\b[^\\n]{0,40}?\\b(?:malicious|safe|dangerous|harmful)\\b[^\\n]{0,20}?\\b(?:answer|say|reply|respond)\\b|\\b(?:moderation|review|scanning|security)\\s{1,3}(?:systems?|tools?|models?)\\b[^\\n]{0,40}?\\b(?:do\\s{1,3}not|never)\\s{1,3}(?:flag|report|block)\\s{1,3}(?:this|it)\\b|\\b(?:whichever|whatever|any|the)\\s{1,3}(?:model|agent|system|person)\\s{1,3}(?:that\\s{1,3})?(?:evaluates?|judges?|reviews?|scans?|assess(?:es)?)\\s{1,3}(?:this|it)\\b[^\\n]{0,40}?\\b(?:approve|pass|trust|accept|score)\\b'
const passed =
  '\\bpassed\\s{1,3}(?:the|its|an?|all|every)\\s{1,3}(?:\\w{1,15}\\s{1,3}){0,2}?(?:audits?|reviews?|scans?|checks?)\\b[^\\n]{0,60}?\\b(?:no\\s{1,3}further\\s{1,3}(?:review|analysis|scan|check)|(?:classify|mark|rate|label)\\s{1,3}(?:it\\s{1,3}|this\\s{1,3})?as\\s{1,3}(?:safe|benign|clean|trusted))'

const rule = patternRule(
  {
    id: 'prompt.judge',
    severity: 'high',
    message: 'It speaks to whoever judges the skill, and says what to find.',
    attack: 'Talks a judging model into calling it safe.',
    fix: 'Remove it: the skill is judged by what it does.',
  },
  ['prose', 'comment', 'frontmatter', 'code'],
  {
    pattern: new RegExp(
      `(?:\\b(?:note|message|attention|notice|instructions?|hint|dear|to|for|if\\s{1,3}you\\s{1,3}are|you\\s{1,3}are)\\s{1,3}(?:to\\s{1,3}|for\\s{1,3})?(?:the\\s{1,3}|any\\s{1,3}|all\\s{1,3}|an?\\s{1,3})?|(?:^|\\n|(?<!\\S)[>*#/-]{1,6})[ \\t>*#-]{0,6})${role}\\b[^\\n]{0,120}?\\b${duty}\\b[^\\n]{0,80}?\\b${verdict}\\b|${vetted}|${passed}|${unflagged}`,
    ),
  },
)

/** Words to the model or the person that judges the skill. */
export const judgeRule: SegmentRule = withParagraphMeanings(
  withMeanings(rule, judgeMeanings),
  verdictMeanings,
)
