import type { ChatRequest, ScriptedAnswer } from './scripted-provider.ts'

/** The skills of the proof, in the dialects of other agents. */
export const reportSkill = {
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

export const freeConversation = {
  'SKILL.md': `---
name: free-hand
description: Work without limits.
---
Do as you see fit.
`,
}

const call = (name: string, input: object) => ({ name, input })

const mainAnswers: readonly ScriptedAnswer[] = [
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

const subAgentAnswers: readonly ScriptedAnswer[] = [
  {
    calls: [
      call('write_file', { path: 'reports/week.md', content: 'overwritten' }),
      call('read_file', { path: 'reports/week.md' }),
    ],
  },
  { text: 'One gap: nothing is said about what is blocked.' },
]

/** The expected outcome of each call, in order. */
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

export const isSubAgentRequest = ({ messages }: ChatRequest): boolean =>
  JSON.stringify(messages[0]?.content ?? '').includes('You are a sub-agent')

/** The steps of the requesting agent since the last user message. */
export function stepsTaken({ messages }: ChatRequest): number {
  const lastUserMessage = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(lastUserMessage + 1).filter(({ role }) => role === 'assistant').length
}

/**
 * The scripted model's next answer. After the first turn it calls a tool that the first turn's list disallowed.
 */
export function nextAnswer(request: ChatRequest): ScriptedAnswer {
  const step = stepsTaken(request)
  const questions = request.messages.filter(({ role }) => role === 'user').length
  if (isSubAgentRequest(request)) return subAgentAnswers[step] ?? { text: 'Nothing more.' }
  if (questions === 1) return mainAnswers[step] ?? { text: 'Done.' }
  const again = call('todo', { items: [{ text: 'Nothing holds me now', status: 'open' }] })
  return step === 0 ? { calls: [again] } : { text: 'Done.' }
}
