import { addressesIn, isLoopback, isReserved } from '../context/addresses.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'

/** Keys that belong to one provider, and the hosts that may have them, to their end. */
const providers: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:github|gh)_(?:\w{1,10}_)?(?:token|pat)$/,
    /(?:^|\.)(?:github\.com|githubusercontent\.com|ghe\.com|ghcr\.io)$/,
  ],
  [/^gitlab_(?:\w{1,10}_)?token$/, /(?:^|\.)gitlab\.com$/],
  [
    /^aws_(?:secret_access_key|session_token|access_key_id)$/,
    /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|amazon\.com)$/,
  ],
  [
    /^(?:anthropic|claude)_(?:api_key|auth_token)$/,
    /(?:^|\.)(?:anthropic\.com|claude\.(?:ai|com))$/,
  ],
  [/^openai_api_key$/, /(?:^|\.)(?:openai\.com|openai\.azure\.com)$/],
  [/^npm_(?:auth_)?token$/, /(?:^|\.)(?:npmjs\.(?:com|org)|npm\.pkg\.github\.com)$/],
  [/^stripe_(?:secret|api)_key$/, /(?:^|\.)stripe\.com$/],
  [/^(?:slack)_(?:bot_)?token$/, /(?:^|\.)slack\.com$/],
  [
    /^(?:ssh_private_key|kubeconfig|vault_token|database_url|db_password|jwt_secret|secret_key_base)$/,
    /(?!)/,
  ],
]
/** A variable of the process, by its name. */
const variable =
  /(?:os\.environ(?:\.get)?\s{0,2}[[(]\s{0,2}["']|getenv\s{0,2}\(\s{0,2}["']|process\.env(?:\.|\[\s{0,2}["'])|env\s{0,2}\[["']|\$env:|\$\{?)([a-z][a-z0-9]{1,20}(?:_[a-z0-9]{1,20}){1,4})\b/g
const assignedTo =
  /(?:^|[\n;])[ \t]{0,40}(?:const |let |var |export |local |\$)?([a-z_]\w{0,40})\s{0,2}(?::[^=\n]{1,30})?=\s{0,3}[^\n]{0,20}$/
/** Headers say who calls; a body, a query and a file carry something. */
const carries =
  /[?&][\w-]{0,30}=[^\n]{0,80}|\b(?:params|data|json|body|files|payload|content)\s{0,2}[=:(][^\n]{0,200}|(?:\s-d\b|--data[\w-]{0,12}|\s-f\b|--form|-body\b)[^\n]{0,200}/g
/** A host that is only named is no host that answers. */
const remark = /(?<=^|\s)(?:#|\/\/)[^\n]{0,400}/g
const maxVariables = 30

export const foreignKey: SegmentRule = {
  id: 'flow.foreign-key',
  severity: 'high',
  message: 'A key of one service is sent to the host of another one.',
  attack: 'Hands a key to somebody whom it does not belong to.',
  fix: 'Send a key only to the service that issued it.',
  on: ['code'],
  find: keysForOthers,
}

/** Keys in what a call carries, where the line or the next ones name only hosts that are not the provider's. */
function* keysForOthers({ folded }: Segment): Generator<Match> {
  let count = 0
  for (const { 0: found, 1: name = '', index } of folded.matchAll(variable)) {
    const provider = providers.find(([key]) => key.test(name))
    if (!provider) continue
    count += 1
    if (count > maxVariables) return
    const begin = folded.lastIndexOf('\n', index) + 1
    const holder = assignedTo.exec(folded.slice(begin, index))?.[1]
    const near = folded.slice(begin, index + 600).replace(remark, ' ')
    const pattern = holder === undefined ? found : holder
    if (!isCarried(pattern, near)) continue
    const hosts = addressesIn(near).filter((one) => !isLoopback(one) && !isReserved(one))
    if (hosts.every(({ host }) => provider[1].test(host))) continue
    yield { at: index, length: found.length }
  }
}

function isCarried(value: string, near: string): boolean {
  const word = new RegExp(`(?<![\\w.])${value.replace(/[^\w]/g, '\\$&')}(?!\\w)`)
  return [...near.matchAll(carries)].some(
    ([part]) =>
      word.test(part) && !/authorization|bearer|headers?\b/.test(part.slice(0, part.search(word))),
  )
}
