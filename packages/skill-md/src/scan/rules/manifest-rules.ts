import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'

const head: readonly SegmentKind[] = ['frontmatter']

/** What a skill says of itself at its head. */
export const manifestRules: readonly SegmentRule[] = [
  patternRule(
    {
      id: 'manifest.wildcard-tools',
      severity: 'medium',
      message: 'It asks for every tool, or for every command of the shell.',
      attack: 'May do anything without a further question where the list is a permission.',
      fix: 'Name the tools and commands it needs.',
    },
    head,
    {
      pattern:
        /allowed-tools\s{0,3}:[^\n]{0,200}(?:bash\(\*(?::\*)?\)|["'\s[,:]\*(?:["'\s\],]|$))|allowed-tools\s{0,3}:\s{0,3}\n(?:\s{1,6}-[^\n]{0,100}\n){0,20}\s{1,6}-\s{1,3}["']?(?:\*|bash\(\*(?::\*)?\))/,
    },
  ),
  patternRule(
    {
      id: 'manifest.broad-trigger',
      severity: 'medium',
      message: 'It wants to be used for everything.',
      attack: 'Is in every conversation, also where it has no business.',
      fix: 'Say for which tasks it is.',
    },
    head,
    {
      pattern:
        /\b(?:use|activate|trigger|load|invoke|apply|run)\s{1,3}(?:this\s{1,3}(?:skill\s{1,3})?)?(?:always|for\s{1,3}(?:any|every|all)\s{1,3}(?:user\s{1,3})?(?:request|task|question|message|conversation|prompt|query|quer)|on\s{1,3}every|in\s{1,3}(?:every|all)\s{1,3}(?:conversation|session)|whenever\s{1,3}(?:the\s{1,3})?user\s{1,3}(?:says|asks)\s{1,3}any)|\balways\s{1,3}(?:use|activate|load|invoke|run)\s{1,3}this\s{1,3}skill|\bbefore\s{1,3}(?:any|every|all)\s{1,3}other\s{1,3}skills?\b/,
    },
  ),
  patternRule(
    {
      id: 'manifest.impersonation',
      severity: 'medium',
      message: 'It calls itself the official skill of somebody.',
      attack: 'Borrows the trust of a name that it does not have.',
      fix: 'Leave the claim out; the source says who made it.',
    },
    head,
    {
      pattern:
        /\b(?:official|verified|certified|trusted)\s{1,3}(?:anthropic|openai|claude|google|microsoft|github|apple|chatgpt|openclaw)\b|\b(?:by|from)\s{1,3}(?:anthropic|openai)\s{1,3}(?:security|official|team)/,
    },
  ),
]
