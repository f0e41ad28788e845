import type { FindingSeverity } from '../scan-report.ts'
import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'

const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment', 'frontmatter']

/** Settings of other programs that make them run or allow more than before. */
export const settingsRules: readonly SegmentRule[] = [
  patternRule(
    {
      id: 'run.git-settings',
      severity: 'high',
      message: 'It changes a setting of git that runs programs.',
      attack: 'Runs a program at the next commit or status, in every repository.',
      fix: 'Leave the settings of git to the user; put hooks into the repository itself.',
    },
    anywhere,
    {
      pattern:
        /\bgit\s{1,3}(?:-c\s{1,3}\S{1,200}\s{1,3}){0,3}config\s{1,3}(?:--?[\w-]{1,20}(?:[= ]\S{1,80})?\s{1,3}){0,4}?["']?(?:core\.(?:hookspath|fsmonitor|sshcommand|editor|pager|askpass)|init\.templatedir|diff\.external|credential\.(?:\S{1,80}\.)?helper|filter\.\w{1,30}\.(?:clean|smudge|process)|alias\.\w{1,30}|gpg\.program|sequence\.editor|include\.path|uploadpack\.packobjectshook)["']?[ =]\s{0,3}[^\n`]{1,200}|\bset\s{1,3}`?core\.(?:hookspath|fsmonitor|sshcommand)`?\s{1,3}(?:globally\s{1,3})?to\s{1,3}`?[/~][^\n`]{1,100}|\bgit\s{1,3}-c\s{1,3}["']?core\.(?:fsmonitor|sshcommand|hookspath)=[^\n`]{1,200}|\[core\](?:\s|\\[nt]){1,12}(?:[^\n[]{1,80}\n\s{0,8}){0,4}(?:hookspath|fsmonitor|sshcommand)\s{0,3}=\s{0,3}[^\n]{1,160}|git_ssh_command=["']?(?:(?!ssh\b)[^\s"']{1,40}|[^\n"']{0,80}(?:;|\|))/,
      severityOf: gitSeverity,
    },
  ),
  patternRule(
    {
      id: 'run.agent-settings',
      severity: 'high',
      message: 'It gives the agent every permission, in the settings of the agent.',
      attack: 'Everything later runs without a question to a person.',
      fix: 'Let the user decide what the agent may do.',
    },
    anywhere,
    {
      pattern:
        /(?<!\b(?:no|never|not|without|don'?t|avoid|deny|block|use)\s{1,3}["'`]?)(?:["'`](?:bash\(\*(?::\*)?\)|bash|\*|mcp__\*)["'`]|bypasspermissions|["']?skipdangerousmodepermissionprompt["']?|enableallprojectmcpservers["'`]?(?:\s{0,2}:\s{0,2}true|\s{1,3}(?:in|to)\b)|approval_policy\s{0,2}=\s{0,2}\\?["']never|sandbox_mode\s{0,2}=\s{0,2}\\?["']danger-full-access|\bhooks\b[^\n]{0,120}\bcommand\b[^\n]{0,60}\b(?:curl|wget|nc|ncat)\s|chat\.tools\.(?:global\.)?autoapprove["']?\s{0,2}:\s{0,2}true)/,
      together:
        /\.claude\/settings|settings(?:\.local)?\.json|\bin\s{1,3}the\s{1,3}settings\b|\.mcp\.json|\.codex[^\n\w]{1,8}config\.toml|\.cursor\/|\.vscode\/settings|\.gemini\/settings|\.claude\.json/,
      severityOf: (found, { segment, at }) => {
        const near = segment.folded.slice(Math.max(0, at - 400), at + 400)
        if (
          !/\.claude\/settings|\bin\s{1,3}the\s{1,3}settings\b|\.mcp\.json|settings(?:\.local)?\.json|\.codex[^\n\w]{1,8}config|\.cursor\/|\.vscode\/settings|\.gemini\/settings|\.claude\.json/.test(
            near,
          )
        )
          return null
        if (/^["'`](?:bash|\*|mcp__\*)["'`]$/.test(found))
          return /\ballow\b[^\n]{0,60}$/.test(segment.folded.slice(Math.max(0, at - 80), at)) &&
            writes.test(near)
            ? 'high'
            : null
        return writes.test(near) ? 'high' : 'low'
      },
    },
  ),
]

const writes =
  /\b(?:write\w{0,12}|enable|dump|put|add|append\w{0,10}|set|insert|save|echo|tee|jq|merge|update|edit|change|create|open)\b|>/

/** Within the folder of the repository a hook is shown to whoever commits; elsewhere, and with a shell, it is not. */
function gitSeverity(found: string): FindingSeverity {
  if (/^\[core\]/.test(found))
    return /=\s{0,3}["'`]?(?:[/~$]|\w:|sh\b)/.test(found) ? 'high' : 'low'
  if (/credential\.|\beditor\b|pager|alias\./.test(found)) {
    return /!|;|\||\bsh\b|curl|https?:/.test(found.replace(/https?:\/\/github\.com/g, '')) &&
      !/!\s{0,2}(?:gh|git|aws|glab)\b|\/gh auth|!\s{0,2}["']?\S{0,40}\/gh\b/.test(found)
      ? 'high'
      : 'low'
  }
  const value = found.trim().split(/[ =]/).at(-1) ?? ''
  if (/\/dev\/null/.test(value)) return 'low'
  const isOutside = /--global|--system|[~$]|\s["'`]?\/|\.\.\//.test(found)
  const runs = /\b(?:ba|z)?sh\s|\bpython|\bnode\s|curl|\||;/.test(found)
  return isOutside || runs ? 'high' : 'low'
}
