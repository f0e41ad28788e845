import { addressesIn, isLoopback, isReserved } from '../context/addresses.ts'
import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'

const read: readonly SegmentKind[] = ['prose', 'comment', 'frontmatter']

const secretFile =
  '(?:~|\\$home|/root|/home/[\\w.-]{1,30})?/?\\.(?:ssh/(?:id_\\w{2,10}|authorized_keys|config)|aws/credentials|netrc\\b|git-credentials|kube/config|docker/config\\.json|gnupg\\b|claude/\\.credentials|codex/auth\\.json|npmrc\\b|pypirc\\b|config/(?:gcloud|google-chrome|chromium|gh/hosts))'
const anyAddress = 'https?://[^\\s)"\'`<>]{3,200}'
/** Up to its end: two runs of the same characters in a row would be tried in every division. */
const address = `${anyAddress}(?=[\\s)"'\`<>]|$)`

/** Orders in prose that carry data out, or bring orders in. */
export const exfiltrationRules: readonly SegmentRule[] = [
  patternRule(
    {
      id: 'flow.secret-file-to-address',
      severity: 'high',
      message: 'A file of credentials and an address stand in one sentence.',
      attack: 'Has the model carry a key out; the path and the address say it in any language.',
      fix: 'Name neither; let the host give the credential to the tool that needs it.',
    },
    read,
    {
      pattern: new RegExp(
        `${secretFile}[^\\n]{0,200}?${address}|${address}[^\\n]{0,200}?${secretFile}|\\b(?:include|attach|paste|embed|append|print|quote|put)\\b[^\\n]{0,60}?\\b(?:contents?\\s{1,3}of|text\\s{1,3}of)?\\s{0,3}\`?${secretFile}|\\b(?:copy|paste|write|add)\\b[^\\n]{0,60}?${secretFile}[^\\n]{0,30}?\\b(?:in|into|to)\\s{1,3}(?:the\\s{1,3}|your\\s{1,3}|a\\s{1,3})?(?:body|issue|report|reply|answer|summary|message|comment|description|commit|response)\\b|\\b(?:seed|recovery)\\s{1,3}phrase\\b[^\\n.]{0,80}?\\b(?:and|then)\\s{1,3}(?:mention|include|add|put|write|paste|print|quote|append)\\b[^\\n.]{0,60}?\\b(?:report|reply|answer|summary|response|output|message|comment)\\b|${secretFile}\`?[^\\n]{0,60}?\\b(?:and|then)\\s{1,3}(?:include|attach|paste|embed|append|send|post|print|quote|put)\\b|(?<=[\\s\`'"])\\.env\\b[^\\n]{0,80}?\\b(?:attach|paste|include|put|post|copy)\\b[^\\n]{0,40}?\\b(?:pull\\s{1,3}request|description|issue|comment|chat|reply|answer|report)\\b|\\b(?:gh\\s{1,3}auth\\s{1,3}token|printenv)\\b[^\\n]{0,20}?\\b(?:in|into|to)\\s{1,3}(?:the|your|a)\\s{1,3}(?:commit|issue|comment|pull|report|reply|answer|description|message)\\b`,
      ),
      unless: /\b(?:never|do not|don'?t|avoid|must not|cannot)\b/,
      severityOf: (found) => {
        const addresses = addressesIn(found)
        return addresses.length > 0 && addresses.every((one) => isLoopback(one) || isReserved(one))
          ? 'low'
          : 'high'
      },
    },
  ),
  patternRule(
    {
      id: 'prompt.address-with-data',
      severity: 'high',
      message: 'An address is put together from what was said or read.',
      attack: 'Whoever answers there reads the conversation from the address.',
      fix: 'Use fixed addresses.',
    },
    ['prose', 'comment', 'frontmatter'],
    {
      pattern: new RegExp(
        `${address}[\`"']?\\s{0,3}(?:followed\\s{1,3}by|plus|with|and\\s{1,3}append|\\+)\\s{1,3}(?:\\w{1,15}\\s{1,3}){0,4}?(?:what\\s{1,3}the\\s{1,3}user|(?:the\\s{1,3})?(?:user'?s?\\s{1,3}(?:message|question|answer|input|request|words)|conversation|chat\\s{1,3}history|last\\s{1,3}message|answer|api\\s{0,3}key|secret|password|token)\\b)|\\b(?:source\\s{1,3}code|conversation|chat\\s{1,3}history|password|secret|credentials?|[a-z0-9_]{2,40}_(?:key|token|secret))\\b[^\\n]{0,80}?\\b(?:append|add|attach)\\s{1,3}(?:it|them|this|both|its\\s{1,3}value)\\s{1,3}(?:to|as)\\s{1,3}(?:the\\s{1,3}|a\\s{1,3})?(?:link|url|address|query)\\b[^\\n]{0,80}?${anyAddress}|${anyAddress}[?&][\\w-]{1,30}=\\{{1,2}[^}\\n]{0,40}\\b(?:conversation|summary\\s{1,3}of|last\\s{1,3}message|chat\\s{1,3}history|what\\s{1,3}the\\s{1,3}user|your\\s{1,3}answer)\\b|(?:^|\\n)\\s{0,3}\\[[^\\]\\n]{1,60}\\]:\\s{0,3}${anyAddress}[?&/=][^\\s]{0,60}?(?:\\{{1,2}[^}\\n]{1,60}\\}|\\$\\{[^}\\n]{1,60}\\})|<img\\b[^>\\n]{0,200}?\\bsrc\\s{0,2}=\\s{0,2}["']https?://[^"'\\s]{1,200}?(?:\\{{1,2}[^}"'\\n]{1,60}\\}|\\$\\{[^}"'\\n]{1,60}\\})`,
      ),
      unless: /img\.shields\.io|badgen\.net|badge\.fury\.io/,
    },
  ),
  patternRule(
    {
      id: 'prompt.remote-orders',
      severity: 'medium',
      message: 'It tells the model to follow what stands on another page.',
      attack: 'The page says something else tomorrow, and nobody reviews it.',
      fix: 'Write the instructions here.',
    },
    ['prose', 'comment', 'frontmatter'],
    {
      pattern: new RegExp(
        `\\bfollow\\s{1,3}(?:the|its|all|any|every)\\s{1,3}(?:instructions?|rules|orders|steps)\\s{1,3}(?:at|on|from|in)\\s{1,3}[\`(<]?${address}[^\\n]{0,80}?\\b(?:they|it|these|which)\\s{1,3}(?:\\w{1,10}\\s{1,3})?(?:replaces?|overrides?)\\b|\\b(?:fetch|read|open|load|visit|get|download|retrieve|check)(?:ing)?\\b[^\\n]{0,80}?${address}[\\s\\S]{0,120}?\\b(?:treat\\s{1,3}(?:what|whatever|everything|it|its)\\b[^.]{0,60}?\\bas\\s{1,3}(?:if|though|part\\s{1,3}of|instructions?|orders)|act\\s{1,3}on\\s{1,3}(?:it|them|what)\\b|do\\s{1,3}(?:exactly\\s{1,3})?(?:what|as)\\s{1,3}(?:it|they)\\s{1,3}sa(?:ys?|id)|follow\\s{1,3}(?:(?:the|its|all|any|every)\\s{1,3}){0,2}(?:instructions?|rules|orders|steps|it)|obey|execute\\s{1,3}(?:the|its|any|all|what)|carry\\s{1,3}out|they\\s{1,3}override|(?:its|the|those)\\s{1,3}(?:rules|instructions)\\s{1,3}override|takes?\\s{1,3}precedence)`,
      ),
      severityOf: (found) =>
        /override|replaces?\b|treat\s|act\s{1,3}on|obey|precedence|exactly|execute\s|carry\s{1,3}out|do\s{1,3}(?:exactly\s{1,3})?what/.test(
          found,
        )
          ? 'high'
          : 'medium',
    },
  ),
]
