import type { FindingSeverity } from '../scan-report.ts'
import { patternRule } from '../scan-rule.ts'

/** Commands that only look, and options of theirs that do more. */
const looks =
  /^(?:ls|pwd|cat|head|tail|wc|echo|printf|date|which|uname|test|sort|uniq|cut|tr|jq|basename|dirname|true|nproc|tree|stat|file|du|df|diff|grep|rg|column|sed\s{1,3}-n|find|git\s{1,3}(?:-c\s{1,3}\S{1,80}\s{1,3})?(?:status|log|diff|branch|show|rev-parse|remote|ls-files|describe|blame|shortlog|merge-base|tag|config\s{1,3}--get)|gh\s{1,3}(?:pr|issue|run|repo)\s{1,3}(?:view|list|status|diff|checks)|(?:node|npm|python3?|go|cargo|docker|pnpm)\s{1,3}(?:--version|version|-v))\b/
const acts =
  /\s-(?:exec(?:dir)?|ok(?:dir)?|delete|fprint\w{0,2}|fls)\b|\s--(?:pre|output|ext-diff|textconv|upload-pack)\b|\bgit\s{1,3}-c\b|\bsed\b[^|;]{0,80}\b[ew]\s|\btag\s{1,3}-[df]|\bbranch\s{1,3}-[dDmM]/
const secret =
  /\.ssh\b|\.env\b|\.aws\b|\.netrc|\.gnupg|credential|\bsecrets?\b|printenv|\benv\b|cat\s{1,3}~|\/etc\/(?:passwd|shadow)|\.kube|token/
const reaches =
  /\b(?:curl|wget|nc|ncat|ssh|scp|rsync|telnet|iwr|irm)\b|https?:|base64|\beval\b|\b(?:ba|z|da)?sh\s{1,3}-c|\b(?:python3?|node|perl|ruby)\s{1,3}-[ec]\b|\brm\s|\|\s{0,3}(?:ba|z|da)?sh\b|>\(|\bxargs\b/
const ownScript =
  /^(?:(?:ba|z)?sh|python3?|node)?\s{0,3}["']?(?:\.\/|scripts\/|\$\{?claude_(?:skill_dir|plugin_root)\}?\/)[\w./-]{1,100}["']?(?:\s[\w./=-]{1,60}){0,8}$/

export const beforePrompt = patternRule(
  {
    id: 'run.before-prompt',
    severity: 'high',
    message: 'A command runs while the skill is loaded, before the model reads it.',
    attack: 'Runs without any question to a person.',
    fix: 'Tell the model to run a script of the skill instead.',
  },
  ['prose', 'frontmatter', 'comment'],
  {
    pattern: /(?:^|[\s(>*-])!`[^`\n]{2,400}`/,
    severityOf: (found) => severityOf(found.slice(found.indexOf('`') + 1, -1)),
  },
)

/** Looks only: low. A script of the skill: medium. What nobody can tell: high. */
function severityOf(command: string): FindingSeverity {
  if (secret.test(command) || reaches.test(command)) return 'high'
  const plain = command.replace(/\$\(pwd\)/g, '.').replace(/2>\s?(?:\/dev\/null|&1)/g, ' ')
  if (/\$\(|[<>]|\n/.test(plain)) return 'high'
  const stages = plain.split(/\|\||&&|[|;]/).map((stage) => stage.trim())
  if (stages.every((stage) => stage === '' || (looks.test(stage) && !acts.test(stage))))
    return 'low'
  if (stages.some((stage) => looks.test(stage) && acts.test(stage))) return 'high'
  return stages.every((stage) => looks.test(stage) || ownScript.test(stage) || /^\w/.test(stage))
    ? 'medium'
    : 'high'
}
