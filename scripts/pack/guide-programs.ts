import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'

/** The programs of docs/embedding.md, and what each one prints when it runs. */
const printed: Readonly<Record<string, RegExp>> = {
  'ask.ts': /… enable_skill\n[\s\S]*locks/,
  'own-tool.ts': /\w/,
  'ai-sdk.ts': /^Done\.\n$/,
  'repertoire.config.ts': /^$/,
}

const model = `import { MockLanguageModelV4 } from 'ai/test'
const none = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
export const model = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'Done.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: none, outputTokens: { total: 1, text: 1, reasoning: 0 } },
    warnings: [],
  },
})
`

const skill = `---
name: postgres-triage
description: Finds out why a Postgres database is slow, and what to check first.
---
1. Look at locks.
`

export interface GuideProgram {
  readonly file: string
  readonly prints: RegExp
}

/** Writes the guide's programs into a folder, with what they expect there. */
export function writeGuidePrograms(folder: string): GuideProgram[] {
  const guide = readFileSync(join(root, 'docs/embedding.md'), 'utf8')
  const blocks = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  const programs = Object.entries(printed).map(([file, prints]) => ({ file, prints }))
  if (blocks.length !== programs.length) throw new Error('the guide has other programs')
  mkdirSync(join(folder, 'skills/postgres-triage'), { recursive: true })
  writeFileSync(join(folder, 'skills/postgres-triage/SKILL.md'), skill)
  writeFileSync(join(folder, 'model.ts'), model)
  for (const [index, { file }] of programs.entries()) {
    writeFileSync(join(folder, file), blocks[index] ?? '')
  }
  return programs
}
