import type { ChatRequest, ScriptedAnswer } from './scripted-provider.ts'

/** The two skills of the story, as another agent's users write them. */
export const weeklyReport = {
  'SKILL.md': `---
name: weekly-report
description: Write the weekly status report.
when-to-use: When somebody asks for the weekly report.
allowed-tools: Read, Write(reports/*), LS
x-house-style: terse
---
# Weekly report
Follow the structure of \`references/template.md\`.
`,
  'references/template.md': '## Shipped\n## In progress\n## Blocked\n',
}

export const deepAudit = {
  'SKILL.md': `---
name: deep-audit
description: Audit a report for gaps.
context: fork
allowed_tools: [Read]
---
Read the report and name every gap.
`,
}

export const freeHand = {
  'SKILL.md': `---
name: free-hand
description: Work without limits.
---
Do as you see fit.
`,
}

const call = (name: string, input: object) => ({ name, input })

const main: readonly ScriptedAnswer[] = [
  { calls: [call('use_skill', { name: 'weekly-report' })] },
  {
    calls: [
      call('read_skill_file', { name: 'weekly-report', path: 'references/template.md' }),
      call('read_skill_file', { name: 'weekly-report', path: '../../../etc/passwd' }),
      call('todo', { items: [{ text: 'Escape the list', status: 'open' }] }),
      call('write_file', { path: 'reports/week.md', content: '## Shipped\nTwo things.\n' }),
    ],
  },
  { calls: [call('use_skill', { name: 'deep-audit', task: 'Audit reports/week.md.' })] },
  { calls: [call('save_skill', { name: 'x', description: 'x', instructions: 'x' })] },
  { calls: [call('use_skill', { name: 'free-hand' })] },
  {
    calls: [
      call('save_skill', {
        name: 'report-audit',
        description: 'Audit the weekly report before it is sent.',
        instructions: '1. Read the report.\n2. Name the gaps.',
      }),
      call('todo', { items: [{ text: 'Send it', status: 'open' }] }),
    ],
  },
  { text: 'The report is in reports/week.md; one gap was found.' },
]

const subAgent: readonly ScriptedAnswer[] = [
  {
    calls: [
      call('write_file', { path: 'reports/week.md', content: 'overwritten' }),
      call('read_file', { path: 'reports/week.md' }),
    ],
  },
  { text: 'One gap: nothing is said about what is blocked.' },
]

/** What each call came to, in order: the promise of the story. */
export const expectedOutcomes = [
  ['use_skill', 'ok'],
  ['read_skill_file', 'ok'],
  ['read_skill_file', 'skill-file.not-found'],
  ['todo', 'tool.not-allowed'],
  ['write_file', 'ok'],
  ['write_file', 'tool.not-allowed', 'fork'],
  ['read_file', 'ok', 'fork'],
  ['use_skill', 'ok'],
  ['save_skill', 'tool.not-allowed'],
  ['use_skill', 'ok'],
  ['save_skill', 'ok'],
  ['todo', 'ok'],
]

export const isSubAgent = ({ messages }: ChatRequest): boolean =>
  JSON.stringify(messages[0]?.content ?? '').includes('You are a sub-agent')

/** How many steps the agent that asks has taken since it was last spoken to. */
export function stepsTaken({ messages }: ChatRequest): number {
  const spoken = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(spoken + 1).filter(({ role }) => role === 'assistant').length
}

/** What the model says next, of the first turn; afterwards it shows that no list outlives its turn. */
export function nextAnswer(request: ChatRequest): ScriptedAnswer {
  const step = stepsTaken(request)
  const questions = request.messages.filter(({ role }) => role === 'user').length
  if (isSubAgent(request)) return subAgent[step] ?? { text: 'Nothing more.' }
  if (questions === 1) return main[step] ?? { text: 'Done.' }
  const again = call('todo', { items: [{ text: 'Nothing holds me now', status: 'open' }] })
  return step === 0 ? { calls: [again] } : { text: 'Done.' }
}
