import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const body = (title: string, lines: readonly string[]) =>
  `# ${title}\n\n${lines.map((line, at) => `${at + 1}. ${line}`).join('\n')}\n`

/** Text of the skill the chat tests ask for. */
export const postgresSkill = `---
name: Slow Postgres triage
slug: postgres.slow-triage
description: Find out why a production Postgres database answers slowly, from active queries to locks and replication lag.
tags: [database, postgres]
---
${body('Slow Postgres triage', [
  'List active queries, the longest first.',
  'Look for sessions that wait on locks.',
  'Measure the replication lag.',
  'Say what was found and what to do next.',
])}`

const files: Readonly<Record<string, string>> = {
  'database/postgres/SKILL.md': postgresSkill,
  'database/postgres/references/queries.sql': 'select pid, state from pg_stat_activity;\n',
  'writing/commit/SKILL.md': `---
name: Commit messages
description: Write a commit message that says why a change was made.
tags: [writing, git]
---
${body('Commit messages', ['Say why in one line.', 'Leave what to the diff.'])}`,
  // Its colon would stop a strict YAML reader: it is repaired and imported.
  'writing/review/SKILL.md': `---
name: Review
description: Review a change: correctness first, style last.
---
${body('Review', ['Read the tests.', 'Read the change.'])}`,
  // Not text: refused, and the others still arrive.
  'broken/SKILL.md': '\u0000\u0001\u0002',
  'README.md': 'Not a skill.\n',
}

/** A folder as a person would drop it: three skills, one of them repairable, one that is refused. */
export async function makeSampleFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'repertoire-sample-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}
