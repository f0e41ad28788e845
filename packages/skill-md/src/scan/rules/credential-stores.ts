import { patternRule } from '../scan-rule.ts'
import { sends } from './sends.ts'

/** A whole store of passwords in the clear, not the one entry that a task needs. */
const stores = [
  String.raw`\bop\s{1,3}(?:item|document)\s{1,3}(?:list|get)\b[^\n]{0,120}(?:--reveal|--format\s{0,2}=?\s{0,2}json)`,
  String.raw`\bbw\s{1,3}(?:export|list\s{1,3}items)\b`,
  String.raw`\b(?:lpass|keepassxc-cli|gopass|dashlane|dcli|nordpass|rbw)\s{1,3}(?:export|list\b[^\n]{0,60}\|\s{0,3}xargs|password\b[^\n]{0,60}-o\s{1,3}json)`,
  String.raw`\.password-store\b[^\n]{0,120}\bgpg\b|\bgpg\b[^\n]{0,120}\.password-store\b`,
  String.raw`\bsecurity\s{1,3}dump-keychain\b|\bsecret-tool\s{1,3}search\s{1,3}--all\b|\bkwalletcli\b|\bkwallet-query\b[^\n]{0,60}-l\b`,
  String.raw`\bpasswordvault\b[\s\S]{0,200}?\bretrieveall\b|\bcredenumerate\w?\b|\bcryptunprotectdata\b|\bvaultcmd\b[^\n]{0,40}/listcreds|\bkey\s{0,2}=\s{0,2}clear\b`,
  String.raw`\bkubectl\s{1,3}(?:get\s{1,3}secrets?\b[^\n]{0,80}-o\s{0,2}(?:json|yaml|go-template)|config\s{1,3}view\b[^\n]{0,60}--raw)`,
  String.raw`\.auths?\b[^\n]{0,40}\.docker/config\.json|\.docker/config\.json[^\n]{0,80}\.?auths?\b`,
  String.raw`(?:\b(?:cat|strings|tr|open|read\w{0,12}|xargs|sed|grep|awk)\b|<)[^\n]{0,60}(?<![=/?&.])/proc/(?:\*|\d{1,7}|\$\{?\w{1,20}\}?|self|\[0-9\]\*?)/environ\b`,
  String.raw`\bsecretservice\b|\bsecretstorage\.(?:get_default_collection|dbus_init)\b[\s\S]{0,400}?\bget_secret\s{0,2}\(`,
]

export const credentialStores = new RegExp(stores.join('|'))
const elsewhere = `${sends.source}|\\b(?:docker|podman|git|oras)\\s{1,3}push\\b|\\b(?:gh\\s{1,3}gist|gh\\s{1,3}issue)\\s{1,3}create\\b|\\baws\\s{1,3}s3\\s{1,3}cp\\b|\\bgsutil\\b|\\brclone\\b|\\bscp\\s|\\brsync\\s[^\\n]{0,120}\\w:|\\bwebsocket\\b|\\bnpm\\s{1,3}publish\\b|\\bmail\\s{1,3}-s\\b|\\bsendmail\\b`

export const credentialStoreExport = patternRule(
  {
    id: 'flow.vault-export',
    severity: 'high',
    message: 'A whole store of passwords or tokens is read in a file that sends data.',
    attack: 'Takes every login of a person at once.',
    fix: 'Read the one entry that the task needs, and name it.',
  },
  ['code', 'prose'],
  { pattern: credentialStores, together: new RegExp(elsewhere) },
)

export const transcriptToNetwork = patternRule(
  {
    id: 'flow.transcript-to-network',
    severity: 'high',
    message: 'The transcript of conversations is read in a file that sends data.',
    attack: 'Passes on everything that is said to the agent.',
    fix: 'Leave the transcript where it is.',
  },
  ['code'],
  {
    pattern:
      /\btranscript_path\b|\.claude\/(?:projects|history|todos)\b(?![^\n]{0,100}memory)|\.codex\/(?:sessions|history)|\.cursor\/[^\n]{0,40}(?:chats?|state\.vscdb)/,
    together: sends,
  },
)
