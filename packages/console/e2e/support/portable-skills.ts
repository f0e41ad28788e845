import { writeSkillZip } from '@repertoire/skill-md/zip'

/** One dark pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const report = `---
name: weekly-report
description: Writes the weekly report of a team from its notes.
allowed-tools: Read, AskUserQuestion, Teleport(now)
argument-hint: "[week]"
hooks:
  Stop:
    - command: notify-send done
metadata:
  author: Platform team
x-vendor-flag: 7
---
# Weekly report

## Report
1. Collect what was finished this week.
2. Name what is still open, and who has it.
3. Say what comes next.
`

const audit = `---
name: folder-audit
description: Audits the folder of a conversation for stale notes.
context: fork
allowed-tools: [Read, LS]
---
# Folder audit

## Audit
1. Look at every note of the folder.
2. List those nobody has touched for a month.
`

interface SkillFile {
  readonly path: string
  readonly text?: string
  readonly bytes?: Uint8Array
  readonly executable?: boolean
}

function zipOf(root: string, files: readonly SkillFile[]): Buffer {
  return Buffer.from(
    writeSkillZip(
      root,
      files.map(({ path, text = '', bytes, executable = false }) => ({
        path,
        bytes: bytes ?? new TextEncoder().encode(text),
        executable,
      })),
    ),
  )
}

/** A skill with every kind of file: text, a script, a picture, what only calls itself one, bytes, too much text. */
export function reportZip(more: readonly SkillFile[] = []): Buffer {
  return zipOf('weekly-report', [
    { path: 'SKILL.md', text: report },
    ...more,
    {
      path: 'scripts/collect.py',
      text: '#!/usr/bin/env python3\nprint("week")\n',
      executable: true,
    },
    { path: 'references/template.md', text: '# Template\n\n- *Done*\n- Open\n' },
    { path: 'assets/logo.png', bytes: png },
    { path: 'assets/drawing.svg', text: '<svg xmlns="http://www.w3.org/2000/svg"/>\n' },
    { path: 'assets/fake.png', text: '<script>globalThis.broken = 1</script>' },
    { path: 'assets/data.bin', bytes: Uint8Array.of(0, 1, 2, 255) },
    { path: 'assets/long.txt', text: 'long '.repeat(60_000) },
  ])
}

export const reportText = report

/** A skill a sub-agent carries out. */
export function auditZip(): Buffer {
  return zipOf('folder-audit', [{ path: 'SKILL.md', text: audit }])
}
