import { type MatchPlace, patternRule } from '../scan-rule.ts'
import { sends } from './sends.ts'

const copied =
  /(?:^|[\n;])[ \t]{0,40}(?:const |let |var |self\.)?(\w{1,40})\s{0,2}(?::[^=\n]{1,40})?=\s{0,2}(?:dict\s{0,2}\(\s{0,2}|\{\s{0,2}(?:\.\.\.|\*\*)\s{0,2})?(?:os\.environ|process\.env)\b[^\n]{0,60}/

const remark = /"""[\s\S]{0,4000}?"""|(?:^|[\s;])(?:#|\/\/)[^\n]{0,400}/g

export const environmentToNetwork = patternRule(
  {
    id: 'flow.environment-to-network',
    severity: 'high',
    message: 'All environment variables are read in a file that sends data.',
    attack: 'Sends every key that the process has.',
    fix: 'Read the one variable that is needed, by its name.',
  },
  ['code'],
  {
    pattern:
      /\bdict\s{0,2}\(\s{0,2}os\.environ|json\.dumps\s{0,2}\(\s{0,2}(?:dict\s{0,2}\(\s{0,2})?os\.environ|os\.environ\.(?:items|copy|values)\s{0,2}\(\s{0,2}\)|=\s{0,2}os\.environ\s{0,2}(?:\n|$|#|;)|json\.stringify\s{0,2}\(\s{0,2}process\.env\b|object\.(?:entries|keys|values)\s{0,2}\(\s{0,2}process\.env|\{\s{0,2}\.\.\.process\.env|(?:^|[\n|;&(`{]|\$\()[ \t]{0,8}(?:printenv|env)[ \t]{0,3}(?:\||>[ \t]{0,3}[\w./~$"'&-])|\$\((?:printenv|env)\)|`(?:printenv|env)`|get-childitem\s{1,3}env:/,
    together: sends,
    severityOf: (found, place) => (isHandedOn(found, place) ? 'low' : 'high'),
  },
)

/** A copy that is only changed, looked into, returned, or given to a child process. */
function isHandedOn(found: string, { segment, at, line }: MatchPlace): boolean {
  if (
    /(?:^|[\s(,{])env\s{0,2}[:=]\s{0,2}(?:dict\(\s{0,2}os\.environ|\{\s{0,2}\.\.\.process\.env|os\.environ\.copy\(\))/.test(
      line,
    ) &&
    !copied.test(`\n${line}`)
  ) {
    return true
  }
  const { folded } = segment
  const begin = Math.max(0, folded.lastIndexOf('\n', at))
  const assigned = copied.exec(folded.slice(begin, at + found.length + 80))
  const name = assigned?.[1]
  return name !== undefined && isOnlyHandedOn(name, folded.replace(remark, ' '))
}

/** Every use is one of the harmless, and there is one. */
function isOnlyHandedOn(name: string, folded: string): boolean {
  const escaped = name.replace(/[^\w]/g, '')
  const all = new RegExp(`(?<![\\w.])${escaped}\\b(?!\\s{0,2}(?::[^=\\n]{1,40})?=(?!=))`, 'g')
  const harmless = new RegExp(
    `(?<![\\w.])${escaped}(?:\\s{0,2}\\[|\\.(?:get|pop|setdefault|update|path|[a-z_]{1,40}\\s{0,2}=)\\b|\\.[a-z_]{1,40}\\s{0,2}=)|\\bdelete\\s${escaped}\\b|\\breturn\\s{1,3}${escaped}\\s{0,3}(?:\\n|;|$|#)|\\benv\\s{0,2}[=:]\\s{0,2}${escaped}\\b|\\bin\\s{1,3}${escaped}\\b\\s{0,3}(?::|\\)|and|or|else|\\])`,
    'g',
  )
  const count = (pattern: RegExp) => folded.match(pattern)?.length ?? 0
  const uses =
    count(all) - count(new RegExp(`\\benv\\s{0,2}=\\s{0,2}(?=${escaped}\\b)(?!${escaped}\\b)`, 'g'))
  return uses > 0 && uses <= 60 && count(harmless) >= uses && !looped(escaped, folded)
}

/** A copy whose entries are walked through may go anywhere. */
function looped(name: string, folded: string): boolean {
  return new RegExp(
    `\\bfor\\b[^\\n]{1,80}\\bin\\s{1,3}${name}\\b|${name}\\.(?:items|values)\\b`,
  ).test(folded)
}
