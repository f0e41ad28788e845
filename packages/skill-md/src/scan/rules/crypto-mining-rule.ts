import type { FindingSeverity } from '../scan-report.ts'
import { type MatchPlace, patternRule } from '../scan-rule.ts'

const starts =
  /(?:^|[|;&(`\n]|\bsudo\b|\bnohup\b|\.\/|\/)[ \t]{0,4}(?:xmrig|cpuminer)\b(?:[ \t]{1,3}(?:-|&)|["',\s]{0,4}$)|\b(?:curl|wget|clone|download|install|run|start|execute|chmod)\b[^\n]{0,120}\b(?:xmrig|cpuminer)\b|\b(?:xmrig|cpuminer)\b[^\n]{0,60}\s-{1,2}(?:o|u|url|user|coin)\b/

export const cryptoMiningRule = patternRule(
  {
    id: 'run.miner',
    severity: 'critical',
    message: 'It mines a currency.',
    attack: 'Uses this machine for somebody else.',
    fix: 'Remove it.',
  },
  ['code', 'prose', 'comment', 'frontmatter'],
  {
    pattern:
      /stratum\+(?:tcp|ssl):\/\/|\bxmrig\b|\bcpuminer\b|--donate-level\b|\bminerd\b\s{1,3}-|nicehash\.com:\d/,
    severityOf,
  },
)

/** The name alone says little: those who look for miners name them too. */
function severityOf(found: string, { line, segment }: MatchPlace): FindingSeverity {
  const isName = found === 'xmrig' || found === 'cpuminer'
  if (!isName || starts.test(line)) return 'critical'
  return segment.kind === 'prose' ? 'medium' : 'high'
}
