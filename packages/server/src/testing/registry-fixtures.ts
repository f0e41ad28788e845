import type { ImportResponse, ImportResult } from '@repertoire/protocol'
import type { TestServer } from './test-server.ts'

export interface TestSkill {
  readonly name: string
  /** Besides SKILL.md. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly executable?: readonly string[]
  readonly scope?: 'org' | 'user'
  /** The owner's by default. */
  readonly key?: string
  readonly body?: string
  /** A line of the frontmatter. */
  readonly frontmatter?: string
}

/** Imports a skill and gives its outcome. */
export async function addSkill(server: TestServer, skill: TestSkill): Promise<ImportResult> {
  const { name, files = {}, executable = [], scope = 'org', key, body = 'Do it.\n' } = skill
  const more = skill.frontmatter === undefined ? '' : `\n${skill.frontmatter}`
  const source = `---\nname: ${name}\ndescription: Invoice work of ${name}.${more}\n---\n\n${body}`
  const contents = Object.entries({ 'SKILL.md': source, ...files })
  const item = {
    path: name,
    files: contents.map(([path, content]) => ({
      path,
      content_base64: Buffer.from(content).toString('base64'),
      executable: executable.includes(path),
    })),
  }
  const answer = await server.call<ImportResponse>('/api/v1/imports', {
    body: { items: [item], scope },
    ...(key !== undefined && { key }),
  })
  const [result] = answer.body.results
  if (!result?.skill) throw new Error(JSON.stringify(answer.body))
  return result
}

/** Every file of a test skill: text, bytes that are no text, an executable one, and a nested one. */
export const filesOfEveryKind = {
  files: {
    'scripts/run.sh': '#!/bin/sh\necho done\n',
    'assets/logo.bin': new Uint8Array([0xff, 0xfe, 0, 1, 2]),
    'references/deep/übung 1.md': '\ufeffText with a mark.\n',
  },
  executable: ['scripts/run.sh'],
} as const
