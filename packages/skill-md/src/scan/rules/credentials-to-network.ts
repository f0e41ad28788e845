import type { FindingSeverity } from '../scan-report.ts'
import { type MatchPlace, patternRule } from '../scan-rule.ts'
import { sends } from './sends.ts'

/** Configuration that may hold a key beside other things. */
const mayHoldKeys =
  /\.npmrc|\.pypirc|\.docker|\.kube|gcloud|known_hosts|metamask|solana|exodus|electrum|\.config/
/** A token that a tool hands out, and a store that a library reads: there are honest uses. */
const issued = /cookie|msal|auth|account|configure|169\.254/
const takes =
  /\b(?:open|read\w{0,14}|cat|curl|cp|tar|zip|scp|rsync|load\w{0,6}|copy\w{0,8}|upload\w{0,6}|get-content|slurp)\b|[@<]/
/** A whole folder of keys is put together or copied. */
const packs = /\b(?:tar|zip|scp|rsync|7z|cp\s{1,3}-\w{0,3}[ra])\b/
const ownItem =
  /find-(?:generic|internet)-password\b(?=[^\n]{0,120}\s-s\s{0,2}["']?(?!\S{0,20}(?:chrome|brave|edge|firefox|safari|login|icloud|wallet|metamask|github|aws|1password|keychain|\$))[\w.@/-]{2,60})/

export const credentialsToNetwork = patternRule(
  {
    id: 'flow.credentials-to-network',
    severity: 'critical',
    message: 'A file of credentials is read in a file that sends data.',
    attack: 'Steals keys, logins or wallets.',
    fix: 'Remove it; ask the user for the one credential that is needed.',
  },
  ['code'],
  {
    pattern:
      /\.ssh\/(?:id_(?:\w{2,10}|\*)|config\b|known_hosts|\*)|~\/\.(?:ssh|aws|gnupg)(?=[\s;|&)]|$)|\.ssh["']\s{0,2}[,/)]|\.aws\/credentials|\.aws["']\s{0,2}[,/)]|\.config\/gcloud|\.kube\/config|\.docker\/config\.json|\.netrc\b|\.git-credentials|\.npmrc\b|\.pypirc\b|login\.keychain|security\s{1,3}find-(?:generic|internet)-password|login data\b|cookies\.sqlite|logins\.json|key[34]\.db|\/etc\/shadow|wallet\.dat|\.config\/solana|metamask|exodus\/|electrum\/|\.gnupg\b|\.claude\/\.credentials|\.codex\/auth\.json|\bbrowser_?cookie3?\b|msal_token_cache|\b(?:gcloud\s{1,3}auth\s{1,3}(?:application-default\s{1,3})?print-(?:access|identity)-token|gh\s{1,3}auth\s{1,3}token|az\s{1,3}account\s{1,3}get-access-token|aws\s{1,3}configure\s{1,3}(?:get|export-credentials)|169\.254\.169\.254\/[\w./-]{1,120})[^\n|]{0,80}\|\s{0,3}(?:curl|wget|nc|ncat)\b|\.openclaw\/[\w./-]{0,40}(?:\.env|credential|auth)/,
    together: sends,
    severityOf,
  },
)

function severityOf(found: string, { line, segment, at }: MatchPlace): FindingSeverity | null {
  if (/known_hosts/.test(found) && /ssh-keyscan|>>/.test(line)) return 'low'
  if (/^~/.test(found)) return packs.test(line) ? 'high' : null
  if (/find-(?:generic|internet)/.test(found)) return ownItem.test(line) ? 'high' : 'critical'
  if (issued.test(found)) return 'high'
  const isBareName =
    /^\.(?:npmrc|pypirc)/.test(found) && !/[/~]/.test(segment.folded.charAt(at - 1))
  if (isBareName && !takes.test(line)) return 'medium'
  return mayHoldKeys.test(found) && !takes.test(line) ? 'high' : 'critical'
}
