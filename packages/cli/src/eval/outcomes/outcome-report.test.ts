import { describe, expect, it } from 'vitest'
import { reportJunit } from './junit.ts'
import type { SkillReport } from './outcome-messages.ts'
import { reportLines, reportMarkdown } from './outcome-report.ts'

const unknown = { modelCalls: 1, inputTokens: null, outputTokens: null, costNanos: null }
const none = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costNanos: 0 }

const report = (more: Partial<SkillReport> = {}): SkillReport => ({
  ...{ skill: 'report', model: 'gpt' },
  arms: [
    {
      ...{ arm: 'with', activated: 9, usage: unknown, judgeUsage: none },
      passes: { count: 9, n: 10, rate: 0.9, low: 0.596, high: 0.982, tooFew: false },
      statuses: { passed: 9, failed: 1, 'needs-approval': 1, error: 2 },
    },
  ],
  differences: [
    { against: 'without', pairs: 10, difference: 0.5, low: 0.1, high: 0.8, verdict: 'better' },
  ],
  results: [
    {
      ...{ key: 'k', caseId: '1', arm: 'with', trial: 1, status: 'failed', why: 'polite: rude' },
      checks: [{ name: 'polite', passed: false, judgedBy: 'gpt' }],
    },
  ],
  ...more,
})

describe('the report', () => {
  it('has n, interval and what is unknown', () => {
    const text = reportLines(report()).join('\n')
    expect(text).toContain(
      '9 of 10 passed, 60 % to 98 %, activated 9 of 13, unknown tokens, cost unknown',
    )
    expect(text).toContain('1 needed approval, 2 without a verdict')
    expect(text).toContain(
      'than without it: better, +50 points (+10 points to +80 points, 10 pairs)',
    )
    expect(text).toContain('failed  case 1, trial 1: polite: rude')
  })

  it('says in every form with words that a model judged', () => {
    expect(reportLines(report()).join('\n')).toContain('judged by a model: gpt')
    expect(reportMarkdown([report()])).toContain('judged by a model: gpt')
    expect(reportJunit([report()])).toContain('judged by gpt')
  })

  it('lets no name of a skill be Markdown, XML or a control character', () => {
    const hostile = report({ skill: '"><script>|[x](http://a)\u001b[2J\n# Hi' })
    expect(reportMarkdown([hostile])).not.toMatch(/<script>|\[x\]|\n# Hi/)
    expect(reportJunit([hostile])).not.toMatch(/<script>|"">/)
    const written = [reportMarkdown([hostile]), reportJunit([hostile]), ...reportLines(hostile)]
    expect(written.join('\n')).not.toContain('\u001b')
  })
})
